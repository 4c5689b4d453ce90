"""The games that are played here, straight from the engines."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import engines
from fairdeal.api.views import ApiView


@extend_schema_serializer(component_name="Game")
class GameSerializer(serializers.Serializer[Any]):
    """A game and its facts."""

    id = serializers.CharField()
    title = serializers.CharField()
    min_players = serializers.IntegerField()
    max_players = serializers.IntegerField()
    players = serializers.IntegerField(help_text="the usual number")
    sides = serializers.IntegerField(help_text="at the usual number of players; as many as players: no partners")
    has_sides = serializers.BooleanField(help_text="do seats win together?")
    has_chips = serializers.BooleanField()
    ruleset = serializers.CharField(help_text="the text that names the rules with all defaults")
    options = serializers.DictField(help_text="a JSON Schema an option")


@extend_schema_serializer(component_name="GamePage", many=False)
class GamePageSerializer(serializers.Serializer[Any]):
    """The shape of every list, though this one never has a second page."""

    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = GameSerializer(many=True)


class GameList(ApiView):
    """All games; so few that they are one page."""

    @extend_schema(summary="All games", operation_id="games_list", responses=GamePageSerializer)
    def get(self, request: Request) -> Response:
        rows = GameSerializer([_facts(game_id) for game_id in engines.game_ids()], many=True).data
        return Response({"next": None, "previous": None, "results": rows})


def _facts(game_id: str) -> dict[str, Any]:
    spec, game = engines.game_spec(game_id), engines.make_game(game_id)
    return {
        "id": spec.id,
        "title": spec.title,
        "min_players": spec.min_players,
        "max_players": spec.max_players,
        "players": spec.default_players,
        "sides": game.sides,
        "has_sides": game.has_sides,
        "has_chips": spec.has_chips,
        "ruleset": game.ruleset,
        "options": {option.name: option.schema() for option in spec.options},
    }

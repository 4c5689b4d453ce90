"""Options: what is allowed, what is refused, and how a ruleset is named."""

import pytest

import engines
from engines.core.errors import BadOption, BadPlayers, UnknownGame
from engines.core.options import UNBOUNDED, Choice, Flag, Integer, Number


@pytest.mark.parametrize(("given", "value"), [(True, True), (False, False), ("on", True), ("off", False)])
def test_a_flag_takes_true_false_on_off(given, value):
    assert Flag("blue", False).check(given) is value


@pytest.mark.parametrize("given", [1, 0, "true", "yes", None, [], 1.0])
def test_a_flag_takes_nothing_else(given):
    with pytest.raises(BadOption, match=r"'blue'.*allowed: on or off"):
        Flag("blue", False).check(given)


@pytest.mark.parametrize("given", [True, 0, 21, 3.0, "3", None])
def test_an_integer_takes_no_flag_no_float_no_text_and_nothing_outside_its_range(given):
    with pytest.raises(BadOption, match="an integer from 1 to 20"):
        Integer("chips", 3, 1, 20).check(given)


def test_an_integer_may_take_words_besides():
    option = Integer("kitty", "bidder", 0, 3, words=("bidder", "none"))
    assert [option.check(value) for value in ("none", 0, 3)] == ["none", 0, 3]
    with pytest.raises(BadOption, match="bidder, none, an integer from 0 to 3"):
        option.check("some")


@pytest.mark.parametrize("name", ["stake", "set_penalty"])
def test_money_has_a_bound_that_keeps_all_sums_in_64_bits(name):
    assert engines.make_game("smear-four-handed", 4, {name: UNBOUNDED}).options[name] == UNBOUNDED
    with pytest.raises(BadOption, match=f"'{name}': 1000000000001 is not allowed; allowed: an integer from 0 to"):
        engines.make_game("smear-four-handed", 4, {name: UNBOUNDED + 1})


@pytest.mark.parametrize("value", [10**5000, "9" * 5000, 10**300], ids=["thousands", "text", "hundreds"])
def test_a_huge_value_is_refused_in_a_short_line(value):
    with pytest.raises(BadOption, match="not allowed; allowed: an integer from 1 to 20") as caught:
        Integer("chips", 3, 1, 20).check(value)
    assert len(str(caught.value)) < 200
    with pytest.raises(BadOption, match="not allowed"):
        Integer("chips", 3, 1, 20).from_text("9" * 5000)


@pytest.mark.parametrize(("given", "value"), [(1, 1), (2.0, 2), (1.5, 1.5), (100, 100)])
def test_a_number_may_be_a_fraction_and_a_whole_one_is_an_integer(given, value):
    checked = Number("factor", 2, 1, 100).check(given)
    assert checked == value
    assert type(checked) is type(value)


@pytest.mark.parametrize("given", [True, "2", None, 0.5, 100.5, float("nan"), float("inf"), 10**400])
def test_a_number_takes_nothing_else(given):
    with pytest.raises(BadOption, match=r"'factor'.*a number from 1 to 100"):
        Number("factor", 2, 1, 100).check(given)


def test_a_number_typed_and_described():
    option = Number("factor", 2, 1, 100)
    assert [option.from_text(text) for text in ("3", "1.5", "2.0")] == [3, 1.5, 2]
    for text in ("-1.5", "1,5", "1e2", "nan", ""):
        with pytest.raises(BadOption):
            option.from_text(text)
    assert option.schema() == {"type": "number", "minimum": 1, "maximum": 100, "default": 2, "description": ""}


def test_a_choice_takes_its_words():
    option = Choice("blitz", "AK10", ("AK10", "any31"))
    assert option.check("any31") == "any31"
    with pytest.raises(BadOption, match="allowed: AK10, any31"):
        option.check("any 31")


def test_options_typed_on_a_command_line():
    assert Flag("blue", False).from_text("on") is True
    assert Flag("blue", False).from_text("false") is False
    assert Integer("chips", 3, 1, 20).from_text("7") == 7
    with pytest.raises(BadOption):
        Integer("chips", 3, 1, 20).from_text("-7")


def test_a_ruleset_names_only_what_differs_sorted():
    game = engines.make_game(
        "thirty-one", 3, {"max_turns": 9, "blitz": "any31", "start_chips": 3, "three_of_a_kind": "on"}
    )
    assert game.canonical_options == {"blitz": "any31", "max_turns": 9, "three_of_a_kind": True}
    assert game.ruleset == "thirty-one/3;blitz=any31;max_turns=9;three_of_a_kind=on"
    assert engines.make_game("thirty-one").ruleset == "thirty-one/4"
    assert game.options["start_chips"] == 3
    assert len(game.options) == 9


def test_unknown_games_players_and_options_are_refused_by_name():
    with pytest.raises(UnknownGame, match=r"'whist'.*thirty-one"):
        engines.make_game("whist")
    for players in (1, 8, True, "4", 4.0):
        with pytest.raises(BadPlayers, match="2 to 7"):
            engines.make_game("thirty-one", players)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match=r"'joker'.*no such option"):
        engines.make_game("thirty-one", options={"joker": True})


def test_presets_are_valid_options():
    for game_id in engines.game_ids():
        spec = engines.game_spec(game_id)
        assert spec.presets["seed"] == {}
        for values in spec.presets.values():
            engines.make_game(game_id, options=values)

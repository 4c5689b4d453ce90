"""What the API's document (OpenAPI 3.1) says about itself."""

from typing import Any

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Fairdeal",
    "DESCRIPTION": (
        "Upload bots, play them against each other, and read ratings that can be believed.\n\n"
        "Errors are problem documents (RFC 9457, `application/problem+json`): `code` is for programs, `detail` for "
        "people, and `errors` names the fields. Lists are pages by cursor: follow `next`. A POST with an "
        "`Idempotency-Key` happens once, however often it is sent."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "VersionState": "fairdeal.submissions.models.VersionState",
        "CheckState": "fairdeal.submissions.models.CheckState",
        "MatchState": "fairdeal.matches.models.MatchState",
        "AttemptState": "fairdeal.matches.models.AttemptState",
        "EntryKind": "fairdeal.matches.models.EntryKind",
        "TournamentState": "fairdeal.tournaments.models.TournamentState",
        "TournamentFormat": "fairdeal.tournaments.models.Tournament.Format",
        "ComparisonState": "fairdeal.comparisons.models.ComparisonState",
        "Scope": "fairdeal.accounts.models.Scope",
    },
    "TAGS": [
        {"name": "games", "description": "The games that are played here, with their options."},
        {"name": "bots", "description": "Bots and their owners."},
        {"name": "versions", "description": "Immutable uploads, and what their checks found."},
        {"name": "matches", "description": "Line-ups and their blocks, with records anyone can replay."},
        {"name": "tournaments", "description": "Events: schedule, standings, progress."},
        {"name": "comparisons", "description": "Private tests: is a version better than another?"},
        {"name": "pools", "description": "Ratings of one ruleset and one kind of entry."},
        {"name": "me", "description": "Whom a token belongs to."},
        {"name": "worker", "description": "For match workers: bundles and records, by hash, under a lease."},
    ],
}

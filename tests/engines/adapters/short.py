"""Short games of every id, and of rules that make the most of amounts, for the adapters' tests."""

import engines


def short_options(game_id):
    """Return options under which a game of this id has two deals."""
    names = {option.name for option in engines.game_spec(game_id).options}
    return {"max_deals" if "max_deals" in names else "deals": 2}


#: Id, players (None: the default) and options.
TABLES = [(game_id, None, short_options(game_id)) for game_id in engines.game_ids()] + [
    ("red-dog", 10, {"deals": 3, "start_chips": 1_000_000, "ante": 90_000, "burn_first": True}),
    ("red-dog", 2, {"deals": 3, "start_chips": 5, "ante": 5, "min_bet": "ante"}),
    ("smear-ten-point", 5, {"max_deals": 2, "kitty": "bidder", "stake": 100, "set_penalty": 50}),
    ("smear-ten-point", 6, {"max_deals": 2, "six_sides": "2v2v2", "all_pass": "forced_dealer"}),
    ("speculation", 5, {"deals": 1, "start_chips": 4_000, "auction": "sealed"}),
    ("speculation", 2, {"deals": 2, "start_chips": 3, "offers_per_turn": 3}),
    ("thirty-one", 7, {"max_deals": 2, "three_of_a_kind": True}),
]


def name_of(table):
    """Name a table for the test's report."""
    game_id, players, _ = table
    return f"{game_id}-{players or 'default'}"

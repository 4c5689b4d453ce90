"""The verbs of Red Dog as the actions' ints, and what a turn may hold."""

from typing import Final

from engines.core.notation import VERB_SHIFT, Argument, Verb

#: Bets come first: a bet's int is the chips bet.
VERBS: Final = (Verb("bet", Argument.NUMBER), Verb("pass"), Verb("fold"), Verb("dead"))
PASS: Final = 1 << VERB_SHIFT
FOLD: Final = 2 << VERB_SHIFT
DEAD: Final = 3 << VERB_SHIFT

#: A hand with too many cards is dead (RD13).
ONLY_DEAD: Final = (DEAD,)
NO_BET: Final = (PASS,)
NO_BET_SHORT: Final = (PASS, FOLD)

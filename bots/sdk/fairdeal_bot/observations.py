"""What a seat sees, typed: for editors and type checkers. At run time they are the plain objects of the request.

    from fairdeal_bot.observations import smear

    def act(self, request):
        seen = smear(request)      # the same object as request.observation
        seen["hand"], seen["trump"], seen["tricks"][0]["winner"]

`docs/2-games.md` says what each field means; a test holds this file to the engines' own schemas.
"""

from __future__ import annotations

from typing import Any, TypedDict, cast

from fairdeal_bot.messages import Request

Card = str
Seat = int
Options = dict[str, Any]
#: A seat and a card, or a seat and what it called.
Pair = list[Any]
# `in` is a word of the language, so that it can be a key only in this form.
_In = TypedDict("_In", {"in": list[bool]})


class Seen(TypedDict):
    """What every observation has."""

    game: str
    seat: Seat
    players: int
    dealer: Seat | None
    deal: int
    to_act: Seat | None
    totals: list[int]
    options: Options
    phase: str


class SmearTrick(TypedDict):
    """A finished trick of Smear."""

    lead: Seat
    cards: list[Pair]
    winner: Seat


class Smear(Seen):
    """What a seat of Smear sees."""

    hand: list[Card]
    bids: list[Pair]
    bidder: Seat | None
    bid: int | None
    trump: str | None
    trick: list[Pair]
    lead: Seat | None
    tricks: list[SmearTrick]
    taken_points: list[int]
    own_discards: list[Card]
    hand_sizes: list[int]
    discarded: list[int]
    refill_taken: list[Card]
    first_dealer: Seat | None
    sets: list[int]
    kitty_taken: list[Card]


class ThirtyOne(Seen, _In):
    """What a seat of Thirty-One sees."""

    hand: list[Card]
    discard_pile: list[Card]
    stock_size: int
    chips: list[int]
    pool: int
    knocker: Seat | None
    on_honour: list[bool]
    drawn: Card | None
    drawn_from: str | None
    known_cards: list[list[Card]]
    turns: int
    last_showdown: dict[str, Any] | None
    dealt: list[Seat]
    dealt_hand: list[Card]
    turn_up: Card | None
    actions: list[Pair]
    own_draws: list[Card]
    out_in: list[int | None]
    totals_before: list[int]
    pool_before: int


class Turned(TypedDict):
    """A card of Speculation that was turned."""

    seat: Seat
    card: Card
    place: int
    after: int


class Offer(TypedDict):
    """An offer of Speculation that waits for an answer."""

    seat: Seat
    owner: Seat
    count: int
    price: int


class Speculation(Seen):
    """What a seat of Speculation sees."""

    pool: int
    chips_before: list[int]
    in_deal: list[bool]
    trump: str | None
    highest: Card | None
    owner: Seat | None
    face_up: list[list[Card]]
    face_down: list[list[int]]
    turned: list[Turned]
    bid: int | None
    bidder: Seat | None
    still_calling: list[Seat]
    to_turn: Seat | None
    offers_made: int
    offer: Offer | None
    actions: list[Pair]


class RedDogTurn(TypedDict):
    """A turn of Red Dog."""

    seat: Seat
    action: str
    to_pool: int
    removed: list[Card]
    turned: Card | None
    won: bool | None
    shown: list[Card]


class RedDog(Seen, _In):
    """What a seat of Red Dog sees."""

    hand: list[Card]
    pool: int
    dealt: list[Seat]
    turns: list[RedDogTurn]
    stock_size: int
    long: list[Seat]
    short: list[Seat]
    last_winner: Seat | None
    out: list[dict[str, Any]]
    totals_before: list[int]
    pool_before: int


class MaverickTrick(SmearTrick):
    """A finished trick of Maverick."""

    score: int


class Maverick(Seen):
    """What a seat of Maverick sees."""

    hand: list[Card]
    turn_up: list[Card]
    trump: str | None
    adder: str | None
    blind_calls: list[Pair]
    calls: list[Pair]
    bids: list[dict[str, Any] | None]
    given: list[int]
    gave: list[Card]
    received: list[Card]
    trick: list[Pair]
    lead: Seat | None
    tricks: list[MaverickTrick]
    trick_scores: list[int]
    result: dict[str, Any] | None


def smear(request: Request) -> Smear:
    """Return the observation of a request at a table of Smear."""
    return cast(Smear, request.observation)


def thirty_one(request: Request) -> ThirtyOne:
    """Return the observation of a request at a table of Thirty-One."""
    return cast(ThirtyOne, request.observation)


def speculation(request: Request) -> Speculation:
    """Return the observation of a request at a table of Speculation."""
    return cast(Speculation, request.observation)


def red_dog(request: Request) -> RedDog:
    """Return the observation of a request at a table of Red Dog."""
    return cast(RedDog, request.observation)


def maverick(request: Request) -> Maverick:
    """Return the observation of a request at a table of Maverick."""
    return cast(Maverick, request.observation)

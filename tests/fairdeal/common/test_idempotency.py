"""Idempotency keys: once done, always the same answer; what failed can be sent again."""

from datetime import timedelta

import pytest
from fairdeal.accounts.models import Owner, User
from fairdeal.common import clock
from fairdeal.common.errors import Conflict, InvalidInput, Unprocessable
from fairdeal.common.idempotency import KEPT_FOR, Answer, fingerprint, perform
from fairdeal.common.models import IdempotencyKey

pytestmark = pytest.mark.django_db
PRINT = fingerprint("POST", "/api/v1/things/", b"{}")


class Action:
    """Counts how often it was done."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> Answer:
        self.times += 1
        Owner.objects.create(name=f"made-{self.times}")
        return Answer(201, {"id": self.times})


def test_the_second_time_is_answered_from_the_store(ada: User, bob: User) -> None:
    action = Action()
    first = perform(user=ada, key="k", fingerprint=PRINT, action=action)
    second = perform(user=ada, key="k", fingerprint=PRINT, action=action)
    assert (first.status, first.body, first.is_replay) == (201, {"id": 1}, False)
    assert (second.status, second.body, second.is_replay) == (201, {"id": 1}, True)
    assert not perform(user=bob, key="k", fingerprint=PRINT, action=action).is_replay
    assert not perform(user=ada, key="other", fingerprint=PRINT, action=action).is_replay
    assert action.times == 3


def test_a_key_of_another_request_is_refused(ada: User) -> None:
    action = Action()
    perform(user=ada, key="k", fingerprint=PRINT, action=action)
    with pytest.raises(Unprocessable):
        perform(user=ada, key="k", fingerprint=fingerprint("POST", "/api/v1/things/", b"[]"), action=action)
    assert action.times == 1


def test_a_request_that_still_runs(ada: User) -> None:
    IdempotencyKey.objects.create(user=ada, key="k", fingerprint=PRINT)
    with pytest.raises(Conflict):
        perform(user=ada, key="k", fingerprint=PRINT, action=Action())
    # ... unless its process has died long ago.
    with clock.frozen_at(clock.now() + timedelta(minutes=6)):
        assert perform(user=ada, key="k", fingerprint=PRINT, action=Action()).status == 201


def test_a_failed_action_undoes_all_and_frees_the_key(ada: User) -> None:
    def fails() -> Answer:
        Owner.objects.create(name="half")
        raise InvalidInput("no")

    with pytest.raises(InvalidInput):
        perform(user=ada, key="k", fingerprint=PRINT, action=fails)
    assert not Owner.objects.filter(name="half").exists()
    assert perform(user=ada, key="k", fingerprint=PRINT, action=Action()).status == 201


@pytest.mark.parametrize("key", ["", "a b", "ä", "k" * 129, "a\n"])
def test_keys_that_are_none(ada: User, key: str) -> None:
    action = Action()
    with pytest.raises(InvalidInput) as caught:
        perform(user=ada, key=key, fingerprint=PRINT, action=action)
    assert list(caught.value.fields) == ["Idempotency-Key"]
    assert action.times == 0


def test_answers_are_kept_for_a_while(ada: User) -> None:
    action = Action()
    perform(user=ada, key="k", fingerprint=PRINT, action=action)
    with clock.frozen_at(clock.now() + KEPT_FOR + timedelta(seconds=1)):
        assert not perform(user=ada, key="k", fingerprint=PRINT, action=action).is_replay


def test_fingerprints_do_not_run_into_each_other() -> None:
    assert fingerprint("POST", "/a", b"bc") != fingerprint("POST", "/ab", b"c")

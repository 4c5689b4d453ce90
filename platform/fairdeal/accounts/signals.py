"""Every user has an owner of the same name, however the user was made."""

from typing import Any

from django.db import transaction

from fairdeal.accounts.models import Owner, User
from fairdeal.accounts.names import HOUSE


def make_owner(sender: type[User], instance: User, created: bool, raw: bool = False, **_: Any) -> None:
    """Make the owner of a new user; the two are saved together or not at all."""
    if not created or raw or instance.username == HOUSE:
        return
    with transaction.atomic():
        owner = Owner.objects.create(kind=Owner.Kind.PERSON, name=instance.username)
        owner.members.add(instance)

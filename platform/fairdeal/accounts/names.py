"""Names of people and owners: one namespace, so that no name can be taken for another."""

import re

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

PATTERN = re.compile(r"[a-z0-9](?:[a-z0-9]|-(?!-)){0,30}[a-z0-9]")
# Names that are parts of addresses or that would pretend to be the arena.
RESERVED = frozenset({"admin", "administrator", "api", "accounts", "bots", "fairdeal", "house", "me", "root", "staff", "static", "system", "the-house", "tokens"})  # fmt: skip
HOUSE = "house"

username_validator = RegexValidator(
    regex=re.compile(rf"\A{PATTERN.pattern}\Z"),
    message=_("A name is 2 to 32 characters: small letters a-z, digits, and single hyphens inside."),
    code="invalid_name",
)
USERNAME_VALIDATORS = [username_validator]

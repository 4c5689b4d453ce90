"""Names of people and owners: one namespace, so that no name can be taken for another."""

import re

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

PATTERN = r"[a-z0-9](?:[a-z0-9]|-(?!-)){0,30}[a-z0-9]"
HOUSE = "house"
# Names that are parts of addresses or that would pretend to be the arena.
RESERVED = frozenset(
    {HOUSE, "admin", "administrator", "api", "accounts", "bots", "fairdeal", "me", "root", "staff", "static", "system"}
)

username_validator = RegexValidator(
    regex=re.compile(rf"\A{PATTERN}\Z"),
    message=_("A name is 2 to 32 characters: small letters a-z, digits, and single hyphens inside."),
    code="invalid_name",
)
USERNAME_VALIDATORS = [username_validator]

"""People, the owners that bots belong to, and API tokens."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from fairdeal.common import clock
from fairdeal.common.models import CreatedAt


class User(AbstractUser):
    """A person who logs in."""


class Owner(CreatedAt):
    """Whom bots belong to: a person now, a team later, or the house."""

    class Kind(models.TextChoices):
        PERSON = "person", _("a person")
        TEAM = "team", _("a team")
        HOUSE = "house", _("the house: its bots are nobody's")

    kind = models.CharField(max_length=8, choices=Kind, default=Kind.PERSON)
    name = models.SlugField(max_length=150, unique=True)
    members = models.ManyToManyField(User, related_name="owners", blank=True)

    def __str__(self) -> str:
        return self.name


class Scope(models.TextChoices):
    """What an API token may do."""

    READ = "read", _("read what its owner may see")
    UPLOAD = "upload", _("upload bot versions")
    ORGANISE = "organise", _("create and start tournaments")


class ApiToken(CreatedAt):
    """A bearer token. Only its SHA-256 is kept; the token itself is shown once."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=80)
    prefix = models.CharField(max_length=12, help_text="the first characters, to tell tokens apart")
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    @property
    def is_live(self) -> bool:
        return self.revoked_at is None and (self.expires_at is None or self.expires_at > clock.now())

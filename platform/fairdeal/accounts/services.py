"""What changes accounts: users, their owners, API tokens, the house."""

import hashlib
import re
import secrets
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from fairdeal.accounts.models import ApiToken, Owner, Scope, User
from fairdeal.accounts.names import HOUSE, RESERVED, username_validator
from fairdeal.common import clock
from fairdeal.common.errors import InvalidInput, NotAuthenticated, NotFound

TOKEN_PREFIX = "fd_"
TOKEN_BYTES = 32
TOKEN = re.compile(r"fd_[A-Za-z0-9_-]{43}")
SHOWN_CHARACTERS = 9
TOKENS_A_USER = 50
# `last_used_at` is for people: writing it at every request would only make the database busy.
LAST_USED_EVERY = timedelta(minutes=1)


@transaction.atomic
def user_create(*, username: str, password: str, email: str = "") -> User:
    """Make a user and the owner of the same name; raises InvalidInput with the fields at fault."""
    username, email = username.strip().lower(), email.strip()
    fields: dict[str, list[str]] = {}
    _collect(fields, "username", lambda: username_validator(username))
    if email:
        _collect(fields, "email", lambda: validate_email(email))
    user = User(username=username, email=email)
    _collect(fields, "password", lambda: validate_password(password, user))
    if "username" not in fields and not _is_free(username):
        fields["username"] = [_("This name is taken.")]
    if fields:
        raise InvalidInput(_("The account cannot be made like this."), fields=fields)
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()  # the owner is made with it, by the signal
    except IntegrityError as error:
        raise InvalidInput(_("The account cannot be made."), fields={"username": _("This name is taken.")}) from error
    return user


def _collect(fields: dict[str, list[str]], name: str, check: Callable[[], object]) -> None:
    try:
        check()
    except ValidationError as error:
        fields[name] = list(error.messages)


def _is_free(name: str) -> bool:
    if name in RESERVED:
        return False
    return not (User.objects.filter(username=name).exists() or Owner.objects.filter(name=name).exists())


def owner_for(*, user: User) -> Owner:
    """Give the owner that stands for this person alone (for the house's user: the house); raises NotFound."""
    owner = Owner.objects.filter(members=user, name=user.username).exclude(kind=Owner.Kind.TEAM).first()
    if owner is None:
        raise NotFound(_("This account owns nothing and cannot."), code="no_owner")
    return owner


def house_owner() -> Owner:
    """Give the owner of the house bots, making it when it is not there."""
    owner, _made = Owner.objects.get_or_create(name=HOUSE, defaults={"kind": Owner.Kind.HOUSE})
    return owner


@transaction.atomic
def house_ensure(*, password: str | None = None) -> User:
    """Give the house's user, staff, member of the house owner, making what is missing; an existing password stays."""
    house = house_owner()
    user = User.objects.filter(username=HOUSE).first()
    if user is None:
        user = User(username=HOUSE, is_staff=True)
        if password is None:
            user.set_unusable_password()
        else:
            user.set_password(password)
        user.save()
    elif not user.is_staff:
        user.is_staff = True
        user.save(update_fields=["is_staff"])
    house.members.add(user)
    return user


@transaction.atomic
def token_create(
    *, user: User, name: str, scopes: Iterable[str], expires_at: datetime | None = None
) -> tuple[ApiToken, str]:
    """Make an API token and give it with its text, which nobody can read again; raises InvalidInput."""
    name, wanted = name.strip(), sorted(set(scopes))
    fields: dict[str, str] = {}
    if not 1 <= len(name) <= 80 or not name.isprintable():
        fields["name"] = _("A name of 1 to 80 characters is expected.")
    unknown = [scope for scope in wanted if scope not in Scope.values]
    if unknown or not wanted:
        fields["scopes"] = _("At least one of %(known)s is expected.") % {"known": ", ".join(Scope.values)}
    if expires_at is not None and expires_at <= clock.now():
        fields["expires_at"] = _("A time in the future is expected.")
    if ApiToken.objects.filter(user=user, revoked_at=None).count() >= TOKENS_A_USER:
        fields["name"] = _("There are %(count)s tokens already; revoke some first.") % {"count": TOKENS_A_USER}
    if fields:
        raise InvalidInput(_("The token cannot be made like this."), fields=fields)
    plain = TOKEN_PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
    token = ApiToken.objects.create(
        user=user,
        name=name,
        prefix=plain[:SHOWN_CHARACTERS],
        digest=_digest(plain),
        scopes=wanted,
        expires_at=expires_at,
    )
    return token, plain


@transaction.atomic
def token_revoke(*, token: ApiToken) -> ApiToken:
    """End a token; one that has ended stays as it was."""
    locked = ApiToken.objects.select_for_update().get(pk=token.pk)
    if locked.revoked_at is None:
        locked.revoked_at = clock.now()
        locked.save(update_fields=["revoked_at"])
    return locked


def token_authenticate(*, plain: str) -> ApiToken:
    """Give the live token with this text; raises NotAuthenticated without saying which part did not hold."""
    refused = NotAuthenticated(_("The token is not known, or it has ended."), code="invalid_token")
    if not TOKEN.fullmatch(plain):
        raise refused
    # The digest is looked up, not the text compared: timing tells nothing about 256 random bits behind a hash.
    token = ApiToken.objects.select_related("user").filter(digest=_digest(plain)).first()
    now = clock.now()
    if token is None or not token.is_live or not token.user.is_active:
        raise refused
    if token.last_used_at is None or token.last_used_at < now - LAST_USED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
        token.last_used_at = now
    return token


def _digest(plain: str) -> str:
    return hashlib.sha256(plain.encode()).hexdigest()

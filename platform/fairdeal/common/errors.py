"""Errors that services raise: each says who may do what about it, and maps to one HTTP status."""

import math
from collections.abc import Mapping, Sequence
from typing import ClassVar


class DomainError(Exception):
    """Something a service refuses, in words for whoever asked."""

    status: ClassVar[int] = 400
    default_code: ClassVar[str] = "refused"
    # What the answer's header says beside the text.
    headers: Mapping[str, str] = {}

    def __init__(
        self, message: str, *, code: str | None = None, fields: Mapping[str, str | Sequence[str]] | None = None
    ) -> None:
        """Take the sentence for the reader, a code for programs, and what is wrong with which field."""
        super().__init__(message)
        self.message = str(message)
        self.code = code or self.default_code
        self.fields: dict[str, list[str]] = {
            name: [texts] if isinstance(texts, str) else [str(text) for text in texts]
            for name, texts in (fields or {}).items()
        }

    def __str__(self) -> str:
        return self.message


class InvalidInput(DomainError):
    """What was sent cannot be used; `fields` says which part."""

    default_code = "invalid_input"


class NotAuthenticated(DomainError):
    """Nobody is known behind the request, or the token does not hold."""

    status = 401
    default_code = "not_authenticated"


class Forbidden(DomainError):
    """Known, but not allowed; only for things whose existence is no secret."""

    status = 403
    default_code = "forbidden"


class NotFound(DomainError):
    """There is no such thing, or not for this reader."""

    status = 404
    default_code = "not_found"


class WrongMethod(DomainError):
    """The address is there, but not for this method; `allowed` are those it takes."""

    status = 405
    default_code = "method_not_allowed"

    def __init__(self, message: str, *, allowed: str) -> None:
        super().__init__(message)
        self.headers = {"Allow": allowed}


class Conflict(DomainError):
    """It does not go together with the present state."""

    status = 409
    default_code = "conflict"


class Gone(DomainError):
    """It was there and is over: a lease that ran out."""

    status = 410
    default_code = "gone"


class TooLarge(DomainError):
    """More bytes than are taken."""

    status = 413
    default_code = "too_large"


class Unprocessable(DomainError):
    """Well formed, but it contradicts what was sent before."""

    status = 422
    default_code = "unprocessable"


class TooMany(DomainError):
    """More often than is taken; `retry_after_s` says in how many seconds there is room again, at least one."""

    status = 429
    default_code = "too_many"

    def __init__(self, message: str, *, retry_after_s: float, code: str | None = None) -> None:
        super().__init__(message, code=code)
        self.headers = {"Retry-After": str(max(1, math.ceil(retry_after_s)))}

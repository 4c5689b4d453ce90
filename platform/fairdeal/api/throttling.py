"""Bursts: a bucket of requests a token, and a smaller one an anonymous address."""

from __future__ import annotations

import time
from typing import Any

from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from fairdeal.api.authentication import token_of


class BucketThrottle(BaseThrottle):
    """A token bucket: `capacity` requests at once, `per_second` more as time goes on.

    The bucket is one small cache entry. Two requests at the very same moment may count as one: a throttle protects
    the arena from loops without a pause, it does no book-keeping.
    """

    scope = ""
    capacity = 0.0
    per_second = 0.0
    now = staticmethod(time.time)

    def __init__(self) -> None:
        self._wait: float | None = None

    def identity(self, request: Request) -> str | None:
        """Name whose bucket it is; None when the request is not this throttle's business."""
        raise NotImplementedError

    def allow_request(self, request: Request, view: Any) -> bool:
        identity = self.identity(request)
        if identity is None:
            return True
        key, now = f"throttle:{self.scope}:{identity}", self.now()
        level, seen = cache.get(key, (self.capacity, now))
        level = min(self.capacity, level + max(0.0, now - seen) * self.per_second)
        allowed = level >= 1.0
        if allowed:
            level -= 1.0
        else:
            self._wait = (1.0 - level) / self.per_second
        cache.set(key, (level, now), timeout=int(self.capacity / self.per_second) + 1)
        return allowed

    def wait(self) -> float | None:
        return self._wait


class TokenBurst(BucketThrottle):
    """A program with a token: following a few events closely fits, a loop without a pause does not."""

    scope = "token"
    capacity = 600.0
    per_second = 60.0

    def identity(self, request: Request) -> str | None:
        token = token_of(request)
        return None if token is None else str(token.pk)


class AnonymousBurst(BucketThrottle):
    """Readers without a token, by address."""

    scope = "anonymous"
    capacity = 120.0
    per_second = 4.0

    def identity(self, request: Request) -> str | None:
        return None if token_of(request) is not None else str(self.get_ident(request))

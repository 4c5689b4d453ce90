"""Columns that several apps share."""

from django.db import models


class CreatedAt(models.Model):
    """A row that knows when it was made."""

    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True


class IdempotencyKey(CreatedAt):
    """One POST that carried an `Idempotency-Key`: the same key and body again gets the stored answer."""

    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=128)
    fingerprint = models.CharField(max_length=64, help_text="SHA-256 of method, path and body")
    status = models.PositiveSmallIntegerField(null=True, help_text="null while the first request still runs")
    body = models.JSONField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_answer_per_idempotency_key")]

    def __str__(self) -> str:
        return f"{self.user_id}:{self.key}"

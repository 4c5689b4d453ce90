"""What forms share: errors of services beside the fields they are about."""

from collections.abc import Mapping

from django import forms

from fairdeal.common.errors import DomainError


def add_errors(form: forms.BaseForm, error: DomainError, names: Mapping[str, str] | None = None) -> None:
    """Put a service's errors beside their fields; `names` says which field stands for which argument of the service."""
    placed = False
    for argument, texts in error.fields.items():
        field = (names or {}).get(argument, argument)
        for text in texts:
            if field in form.fields:
                form.add_error(field, text)
                placed = True
            else:
                form.add_error(None, f"{argument}: {text}")
                placed = True
    if not placed:
        form.add_error(None, error.message)

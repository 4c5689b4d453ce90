"""What is wrong with a request, collected so that all is said at once."""

from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from fairdeal.common.errors import DomainError, InvalidInput


@dataclass
class Faults:
    """What is wrong with which field."""

    fields: dict[str, list[str]] = field(default_factory=dict)

    def add(self, name: str, *texts: str) -> None:
        """Note faults of a field."""
        if texts:
            self.fields.setdefault(name, []).extend(texts)

    def take(self, error: DomainError) -> None:
        """Note the faults that another service has found."""
        for name, texts in error.fields.items():
            self.add(name, *texts)

    def check_range(self, name: str, value: object, least: int, most: int) -> None:
        """Note a fault unless a value is a whole number within bounds."""
        if type(value) is not int or not least <= value <= most:
            text = _("Expected a whole number from %(least)d to %(most)d.")
            self.add(name, text % {"least": least, "most": most})

    def raise_any(self, message: str) -> None:
        """Raise InvalidInput when there are any."""
        if self.fields:
            raise InvalidInput(message, fields=self.fields)

"""What allauth asks us: which names are free."""

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from fairdeal.accounts.models import Owner
from fairdeal.accounts.names import RESERVED


class AccountAdapter(DefaultAccountAdapter):
    """Sign-up by the same rules as every other way to make a user."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Give the name in its one form, or raise ValidationError when it is not free."""
        name: str = super().clean_username(username.strip().lower(), shallow=shallow)
        if not shallow and (name in RESERVED or Owner.objects.filter(name=name).exists()):
            raise ValidationError(_("This name is taken."), code="name_taken")
        return name

"""Django's registration of the accounts app."""

from django.apps import AppConfig
from django.db.models.signals import post_save


class AccountsConfig(AppConfig):
    name = "fairdeal.accounts"
    label = "accounts"

    def ready(self) -> None:
        """Make an owner with every user."""
        from fairdeal.accounts.models import User  # models cannot be imported before the apps are loaded
        from fairdeal.accounts.signals import make_owner

        post_save.connect(make_owner, sender=User, dispatch_uid="accounts.make_owner")

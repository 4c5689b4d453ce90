"""Django's registration of the accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "fairdeal.accounts"
    label = "accounts"

"""Django's registration of the common app."""

from django.apps import AppConfig


class CommonConfig(AppConfig):
    name = "fairdeal.common"
    label = "common"

"""Django's registration of the api app."""

import importlib

from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "fairdeal.api"
    label = "api"

    def ready(self) -> None:
        """Register how tokens and leases are described in the API's document."""
        importlib.import_module("fairdeal.api.openapi")

"""Django's registration of the api app."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "fairdeal.api"
    label = "api"

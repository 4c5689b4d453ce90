"""Django's registration of the web app."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "fairdeal.web"
    label = "web"

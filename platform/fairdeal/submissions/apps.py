"""Django's registration of the submissions app."""

from django.apps import AppConfig


class SubmissionsConfig(AppConfig):
    name = "fairdeal.submissions"
    label = "submissions"

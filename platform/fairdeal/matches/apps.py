"""Django's registration of the matches app."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "fairdeal.matches"
    label = "matches"

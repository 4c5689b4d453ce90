"""Django's registration of the tournaments app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "fairdeal.tournaments"
    label = "tournaments"

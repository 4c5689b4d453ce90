"""Django's registration of the ratings app."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "fairdeal.ratings"
    label = "ratings"

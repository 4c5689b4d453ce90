"""The ASGI application, for servers that speak it."""

from django.core.asgi import get_asgi_application

from fairdeal.settings import env

env.choose_settings("fairdeal.settings.production")
application = get_asgi_application()

"""The WSGI application that gunicorn serves."""

from django.core.wsgi import get_wsgi_application

from fairdeal.settings import env

env.choose_settings("fairdeal.settings.production")
application = get_wsgi_application()

"""The command `fairdeal`: a bot author's bench. It knows engines, kit, referee and sandbox; no Django, no Celery."""

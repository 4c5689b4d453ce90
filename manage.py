#!/usr/bin/env python
"""Django's command line, with the development settings unless told otherwise."""

import sys

from django.core.management import execute_from_command_line
from django.db import OperationalError
from fairdeal.settings import env


def main() -> None:
    """Run the management command given as arguments."""
    env.choose_settings("fairdeal.settings.dev")
    try:
        execute_from_command_line(sys.argv)
    except (env.MissingSetting, env.BadSetting) as error:
        sys.exit(f"fairdeal: {error}")
    except OperationalError as error:
        sys.exit(f"fairdeal: the database of DATABASE_URL cannot be used: {str(error).strip().splitlines()[0]}")


if __name__ == "__main__":
    main()

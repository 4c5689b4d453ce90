"""`python -m bots.cli` is the command `fairdeal`."""

import sys

from bots.cli.main import main

sys.exit(main())

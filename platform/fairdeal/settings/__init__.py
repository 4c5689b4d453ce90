"""The settings, in layers: `base`, then `dev`, `test` or `production`; `env` alone reads the environment."""

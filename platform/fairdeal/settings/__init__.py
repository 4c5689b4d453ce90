"""The platform's settings, in layers: `base`, and on it `dev`, `test` and `production`; `env` alone reads the environment."""

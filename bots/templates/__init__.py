"""The least bots that play, one folder a language; `fairdeal new` copies them."""

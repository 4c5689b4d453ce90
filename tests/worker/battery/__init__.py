"""The battery: every folder of `bots/misbehaving` beside a live opponent, with canaries, in a sandbox and without.

Without pytest and without the libraries of the worker's HTTP, as part of it also runs as an ordinary user.
"""

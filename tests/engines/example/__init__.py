"""A whole game in one file: the worked example of CONTRIBUTING.md."""

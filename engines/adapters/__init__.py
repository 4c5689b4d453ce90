"""The games as environments of other projects: PettingZoo (extra `pettingzoo`) and OpenSpiel (extra `open-spiel`).

`actions`, `vector`, `table` and `bounds` are what both share, of the standard library alone; only `pettingzoo` and
`open_spiel` import what their extras bring.
"""

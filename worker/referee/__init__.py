"""The referee: plays games between players, keeps their clocks, judges their faults; no broker, no platform."""

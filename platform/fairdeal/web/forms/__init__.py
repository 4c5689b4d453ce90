"""Forms: they shape what was typed; services decide whether it holds."""

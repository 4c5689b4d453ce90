"""The pages, a file for each kind of thing: they read the request, call one service or selector, and render."""

"""What the page of a tournament shows, section by section; all of them ask the same view, each thing once."""

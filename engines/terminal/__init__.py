"""Play at a terminal: people, random players and bots of one's own at one table, told in words."""

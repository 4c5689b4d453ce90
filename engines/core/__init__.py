"""What all games share: cards, random streams, options, actions, the life of deals, records."""

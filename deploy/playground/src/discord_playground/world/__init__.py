"""What there is: people, servers, channels, messages, interactions. Nothing here knows how it is asked or told."""

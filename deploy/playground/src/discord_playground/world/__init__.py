"""People, servers, channels, messages and interactions, independent of the HTTP API, the gateway and the page."""

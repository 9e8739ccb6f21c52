"""Programs that measure the page and its server."""

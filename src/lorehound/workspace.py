"""One folder that holds a library, a frontier, a page store and their settings, opened by what the settings say."""

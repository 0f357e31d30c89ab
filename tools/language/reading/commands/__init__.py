"""Text router: words that act, as typed events. The door is :func:`tripintent.tools.language.reading.commands.router.route`."""

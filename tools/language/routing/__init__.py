"""Text router: words that act, as typed events. The door is :func:`tripintent.tools.language.router.route`."""

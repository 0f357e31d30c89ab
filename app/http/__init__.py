"""The session over HTTP: a page, REST with streams, AG-UI, and the approver's link."""

"""The chat page and the approver's page: HTML, CSS and modules, served as they are."""

"""Alembic's entry: runs the migrations on the connection that the caller hands over, inside its transaction."""

from alembic import context

from tripintent.tools.ledger.schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    transactional_ddl=True,
)
context.run_migrations()

"""Run by Alembic: works on the connection that `storage.migrate` hands over, inside its transaction."""

from alembic import context

from storage.daily_schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()

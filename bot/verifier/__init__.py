"""Programs that check a table's records without the project: read them from here, they import nothing of it."""

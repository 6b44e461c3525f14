"""Views of a table turned into screens that know no platform and no language."""

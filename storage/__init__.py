"""The only SQL of the project: what is kept, and how it is read again."""

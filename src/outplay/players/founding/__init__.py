"""The players of the founding documents, with their original parameters and weaknesses, as opponents."""

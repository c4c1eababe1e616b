"""The pages, written as HTML."""

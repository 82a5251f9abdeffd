"""The worked numbers behind the teaching pages."""

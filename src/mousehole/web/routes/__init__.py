"""What the server answers at each address."""

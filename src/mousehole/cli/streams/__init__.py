"""What commands read and write."""

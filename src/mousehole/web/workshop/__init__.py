"""Adventures that people draw in their browsers: files with every change, opened, kept, tried and played."""

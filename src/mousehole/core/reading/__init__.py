"""What others wrote: values that do not fit their types, and why, in words."""

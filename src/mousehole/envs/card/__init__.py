"""Many games at once on a graphics card: the rules in CUDA's C++, and arrays that stay on the card."""

"""What is said: names, sentences, questions, and the tale of a chapter."""

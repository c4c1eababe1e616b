"""Readable rules compiled as they stand, by mypyc and a C compiler: when somebody asks for it, and never needed."""

// No declarations: the linker finds the functions by the names of the C library.

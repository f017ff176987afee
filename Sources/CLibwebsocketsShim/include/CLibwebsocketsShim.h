// Filled with the event loop shim.

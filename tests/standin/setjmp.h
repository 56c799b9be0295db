// Nothing: cmocka's header needs this one before it, the stand-in does not, and wasi-libc has none.

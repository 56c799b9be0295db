// Empty: cmocka's header needs setjmp.h included before it, the stand-in does not, and wasi-libc
// has none.

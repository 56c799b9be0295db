// Empty: cmocka's header needs setjmp.h included before it. The stand-in does not need it, and
// wasi-libc lacks it.

// In place of MSVC's start-up code, for programs that x86_64-pc-windows-msvc.cmake links: what
// compilers and linkers expect beyond Microsoft's C library, ucrtbase.dll.
int _fltused = 0;

// Touches each page of a new stack frame of rax bytes, in order, and changes no register.
__asm__(".globl __chkstk\n"
        "__chkstk:\n"
        "    pushq %rcx\n"
        "    pushq %rax\n"
        "    leaq 24(%rsp), %rcx\n"
        "0:  cmpq $4096, %rax\n"
        "    jb 1f\n"
        "    subq $4096, %rcx\n"
        "    testq %rcx, (%rcx)\n"
        "    subq $4096, %rax\n"
        "    jmp 0b\n"
        "1:  subq %rax, %rcx\n"
        "    testq %rcx, (%rcx)\n"
        "    popq %rax\n"
        "    popq %rcx\n"
        "    ret\n");

// Thread-local storage: a directory that the linker finds by its name.
unsigned _tls_index;
__attribute__((section(".tls"))) char _tls_begin;
__attribute__((section(".tls$ZZZ"))) char _tls_end;
struct tls_directory {
    void *begin, *end, *index, *callbacks;
    unsigned zeros, characteristics;
};
const struct tls_directory _tls_used = {&_tls_begin, &_tls_end, &_tls_index, 0, 0, 0};

// Wine's C library lacks it.
double frexp(double x, int *exponent);
static float frexp_of_float(float x, int *exponent) {
    return (float)frexp(x, exponent);
}
float (*__imp_frexpf)(float x, int *exponent) = frexp_of_float;

int _DllMainCRTStartup(void *instance, unsigned long reason, void *reserved);
int _DllMainCRTStartup(void *instance, unsigned long reason, void *reserved) {
    (void)instance, (void)reason, (void)reserved;
    return 1;
}

_Noreturn void exit(int code);
int _configure_narrow_argv(int mode);
int *__p___argc(void);
char ***__p___argv(void);
int main(int count, char **arguments);

// A DLL has no main().
int no_main(int count, char **arguments);
int no_main(int count, char **arguments) {
    return count + !arguments;
}
#pragma comment(linker, "/alternatename:main=no_main")

// Functions to call before main(): the linker sorts sections by what follows the dollar sign.
typedef void initializer(void);
__attribute__((section(".CRT$XCA"))) initializer *const initializers_begin = 0;
__attribute__((section(".CRT$XCZ"))) initializer *const initializers_end = 0;

void mainCRTStartup(void);
void mainCRTStartup(void) {
    initializer *const *volatile next = &initializers_begin;
    while (++next < &initializers_end) {
        if (*next) {
            (*next)();
        }
    }
    _configure_narrow_argv(1);
    exit(main(*__p___argc(), *__p___argv()));
}

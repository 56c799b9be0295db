// Single-stepping: with its trap flag set, an x86 processor raises SIGTRAP after every instruction.
#include "single_step.h"

#include <signal.h>
#include <stdlib.h>
#include <ucontext.h>

// Symbols from the linker: where the program begins and where its code ends.
extern const char __executable_start[], etext[]; // NOLINT(*-reserved-identifier,cert-dcl*)

// Marks. They are empty, but the compiler must neither inline them nor remove calls to them.
__attribute__((noinline)) static void mark_begin(void) {
    __asm__ volatile("");
}
__attribute__((noinline)) static void mark_end(void) {
    __asm__ volatile("");
}

struct single_step_marks single_step_marks(void) {
    return (struct single_step_marks){
        .begin = (uintptr_t)mark_begin,
        .end = (uintptr_t)mark_end,
        .code_begin = (uintptr_t)__executable_start,
        .code_end = (uintptr_t)etext,
    };
}

// Not inlined either, so that every way of counting counts the same code.
__attribute__((noinline)) void single_step_elsewhere(single_step_function *function, void *data) {
    mark_begin();
    function(data);
    mark_end();
}

#ifdef __x86_64__
#define TRAP_FLAG 0x100

// The state that the signal handler reads and writes.
static struct {
    struct single_step_marks marks;
    uintptr_t last; // address before the last step
    bool between;   // addresses of the marks
    uint64_t instructions;
} stepping;

// A repeated string instruction stops after each repetition, with the instruction pointer still at
// it.
static void see(uintptr_t address) {
    const struct single_step_marks *marks = &stepping.marks;
    if (address == marks->end) {
        stepping.between = false;
    }
    if (stepping.between && address != stepping.last && address >= marks->code_begin &&
        address < marks->code_end) {
        ++stepping.instructions;
    }
    if (address == marks->begin) {
        stepping.between = true;
    }
    stepping.last = address;
}

// Notes where the process is and lets it execute one more instruction, until the second mark.
static void on_trap(int signal, siginfo_t *info, void *context) {
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    const uintptr_t address = (uintptr_t)registers[REG_RIP];
    (void)signal;
    (void)info;
    see(address);
    if (address == stepping.marks.end) {
        registers[REG_EFL] &= ~(greg_t)TRAP_FLAG;
    } else {
        registers[REG_EFL] |= TRAP_FLAG;
    }
}

bool single_step(single_step_function *function, void *data, uint64_t *instructions) {
    struct sigaction action = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO}, before;
    stepping.marks = single_step_marks();
    stepping.instructions = 0;
    sigaction(SIGTRAP, &action, &before);
    raise(SIGTRAP); // the first step; the handler continues
    single_step_elsewhere(function, data);
    sigaction(SIGTRAP, &before, NULL);
    *instructions = stepping.instructions;
    return true;
}

#else

bool single_step(single_step_function *function, void *data, uint64_t *instructions) {
    (void)function;
    (void)data;
    (void)instructions;
    return false;
}
#endif

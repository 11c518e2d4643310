// Runs on a stack that the program made itself.
#include "scenario.h"

#include <ucontext.h>

namespace sample {

ucontext_t caller;

SAMPLE_FRAME int step(int value)
{
    faultHere(); // @step
    return opaque(value);
}

SAMPLE_FRAME void fiber()
{
    opaque(step(opaque(1))); // @fiber
}

} // namespace sample

int main()
{
    static char room[64 << 10];
    static ucontext_t context;
    getcontext(&context);
    context.uc_stack.ss_sp = room;
    context.uc_stack.ss_size = sizeof(room);
    context.uc_link = &sample::caller;
    makecontext(&context, sample::fiber, 0);
    swapcontext(&sample::caller, &context);
    return 0;
}

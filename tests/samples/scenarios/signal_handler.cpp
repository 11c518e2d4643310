// A signal interrupts a function at its very first instruction, and the handler faults. Argument "alternate": on a stack of its own.
#include "scenario.h"

#include <csignal>
#include <cstdlib>

namespace sample {

SAMPLE_FRAME void onSignal(int)
{
    faultHere(); // @handler
    opaque(1);
}

SAMPLE_FRAME void interrupted()
{
    refusedInstruction(); // @interrupted
}

SAMPLE_FRAME int work(int value)
{
    interrupted(); // @work
    return opaque(value);
}

void installHandler(bool onAlternateStack)
{
    struct sigaction action = {};
    action.sa_handler = onSignal;
    action.sa_flags = onAlternateStack ? SA_ONSTACK : 0;
    sigaction(SIGILL, &action, nullptr);
    static char room[1 << 16];
    stack_t stack = {};
    stack.ss_sp = room;
    stack.ss_size = sizeof(room);
    if (onAlternateStack)
        sigaltstack(&stack, nullptr);
}

} // namespace sample

int main(int argc, char**)
{
    sample::installHandler(argc > 1);
    return sample::opaque(sample::work(argc)); // @main
}

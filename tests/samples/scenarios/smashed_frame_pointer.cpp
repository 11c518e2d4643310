// A leaf loses its frame pointer before it faults, as hand-written code and buffer overruns do.
#include "scenario.h"

#if defined(__x86_64__)
#define SAMPLE_SMASH "movabs $0x4141414141414141, %%rbp"
#elif defined(__i386__)
#define SAMPLE_SMASH "movl $0x41414141, %%ebp"
#elif defined(__aarch64__)
#define SAMPLE_SMASH "mov x29, #0x4141"
#elif defined(__arm__)
#define SAMPLE_SMASH "mov r11, #0x41"
#endif

namespace sample {

SAMPLE_FRAME int leaf(int value)
{
    asm volatile(SAMPLE_SMASH "\n\t" SAMPLE_REFUSED : : "r"(value)); // @leaf
    return value;
}

SAMPLE_FRAME int middle(int value)
{
    const int result = leaf(value); // @middle
    return result + opaque(1);
}

SAMPLE_FRAME int outer(int value)
{
    const int result = middle(value) * 3; // @outer
    return result + opaque(1);
}

} // namespace sample

int main(int argc, char**)
{
    return sample::opaque(sample::outer(argc)); // @main
}

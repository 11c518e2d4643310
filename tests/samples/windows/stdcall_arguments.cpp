// On x86 the callee removes the arguments, which are still there while it runs.
#include "../scenarios/scenario.h"
#include "windows.h"

#if defined(__i386__)
#define SAMPLE_FASTCALL __fastcall
#else
#define SAMPLE_FASTCALL
#endif

namespace sample {

SAMPLE_FRAME int SAMPLE_STDCALL last(int a, int b, int c, int d, int e)
{
    faultHere(); // @last
    return a + b + c + d + e;
}

SAMPLE_FRAME int SAMPLE_FASTCALL between(int a, int b, int c, int d)
{
    const int result = last(a, b, c, d, 5); // @between
    return result + opaque(a);
}

SAMPLE_FRAME int SAMPLE_STDCALL first(int a, int b, int c)
{
    const int result = between(a, b, c, 4); // @first
    return result + opaque(b) + c;
}

} // namespace sample

int main(int argc, char**)
{
    return sample::opaque(sample::first(argc, 2, 3)); // @main
}

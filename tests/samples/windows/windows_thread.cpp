// Faults in the function that a thread begins with.
#include "../scenarios/scenario.h"
#include "windows.h"

namespace sample {

SAMPLE_FRAME unsigned serve(const int* request)
{
    faultHere(); // @serve
    return static_cast<unsigned>(*request);
}

unsigned long SAMPLE_STDCALL threadMain(void* argument)
{
    return opaque(serve(static_cast<const int*>(argument))) + 1ul; // @thread
}

} // namespace sample

int main()
{
    int request = 1;
    void* const thread = CreateThread(nullptr, 0, sample::threadMain, &request, 0, nullptr);
    WaitForSingleObject(thread, ~0u);
    return 0;
}

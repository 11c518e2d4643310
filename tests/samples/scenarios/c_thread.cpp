// Faults in the function that a thread begins with, without C++ in between.
#include "scenario.h"

#include <pthread.h>

namespace sample {

SAMPLE_FRAME int serve(const int* request)
{
    faultHere(); // @serve
    return *request;
}

SAMPLE_FRAME void* threadMain(void* argument)
{
    static int served;
    served = serve(static_cast<const int*>(argument)); // @thread
    return &served;
}

} // namespace sample

int main()
{
    int request = 1;
    pthread_t thread;
    pthread_create(&thread, nullptr, sample::threadMain, &request);
    pthread_join(thread, nullptr);
    return 0;
}

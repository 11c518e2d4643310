// Crashes in a named second thread while the first one waits.
#include "sample.h"

#include <pthread.h>

#include <functional>
#include <thread>

namespace sample {

struct Buffer
{
    char* data;
    unsigned size;
};

SAMPLE_INLINED void clear(Buffer& buffer)
{
    for (unsigned i = 0; i < buffer.size; ++i)
        buffer.data[i] = 0; // @clear
}

SAMPLE_FRAME void render(Buffer& buffer)
{
    clear(buffer); // @render
    buffer.size = opaque(1u);
}

SAMPLE_FRAME void renderLoop(Buffer buffer)
{
    render(buffer); // @loop
    buffer.size = opaque(2u);
}

} // namespace sample

int main()
{
    std::thread worker([] {
        pthread_setname_np(pthread_self(), "RenderWorker");
        sample::renderLoop({sample::opaque<char*>(nullptr), sample::opaque(16u)}); // @thread
    });
    worker.join();
    return 0;
}

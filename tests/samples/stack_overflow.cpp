// Recurses until the stack of a thread with a small stack is used up.
#include "sample.h"

#include <pthread.h>

namespace sample {

struct Tree
{
    const Tree* child;
};

SAMPLE_FRAME int depth(const Tree* tree, int level)
{
    volatile char scratch[512];
    scratch[level % 512] = static_cast<char>(level);
    const int below = depth(tree->child, level + 1); // @depth
    return below + scratch[level % 512];
}

SAMPLE_FRAME void* measure(void* argument)
{
    const int result = depth(static_cast<const Tree*>(argument), opaque(0)); // @measure
    static int kept;
    kept = result;
    return &kept;
}

} // namespace sample

int main()
{
    sample::Tree cycle{nullptr};
    cycle.child = &cycle;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 128 << 10); // Less is refused on arm64.
    pthread_t thread;
    pthread_create(&thread, &attributes, sample::measure, &cycle);
    pthread_join(thread, nullptr);
    return 0;
}

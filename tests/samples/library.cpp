// The library of the shared_library sample.
#include "library.h"

#include "sample.h"

namespace sample {

Scene::Scene(int nodes) : m_sizes(opaque<int*>(nullptr)), m_count(nodes) {}

SAMPLE_INLINED int clampedSize(const int* sizes, int index, int width)
{
    const volatile int* slot = sizes + index;
    const int size = *slot; // @clamp
    return size < width ? size : width;
}

SAMPLE_FRAME int Scene::measure(int index) const
{
    return clampedSize(m_sizes, index, opaque(100)); // @measure
}

SAMPLE_FRAME int Scene::relayout(int width)
{
    int total = 0;
    for (int i = 0; i < m_count; ++i)
        total += measure(i); // @relayout
    return opaque(total) + width;
}

} // namespace sample

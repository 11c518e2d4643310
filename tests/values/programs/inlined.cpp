// SPDX-License-Identifier: GPL-3.0-or-later
// Functions inlined into each other, blocks that hide names, recursion, and templates with packs.
extern "C" {
#include "values.h"
}

#include <cstddef>

#define ALWAYS inline __attribute__((always_inline))

namespace {

template <class T, std::size_t N>
struct Buffer
{
    T items[N];
    std::size_t used;

    ALWAYS T sum() const
    {
        T total = 0;
        for (std::size_t i = 0; i < used; ++i)
            total += items[i];
        return total;
    }
};

template <class Kind>
struct Counter
{
    int count;

    __attribute__((noinline)) int next(Kind step)
    {
        count += static_cast<int>(step);
        INT("(*this).count", count);
        INT("step", step);
        crash();
        return opaque(count);
    }
};

ALWAYS int innermost(int value, Counter<short>& counter)
{
    const int value2 = value * value + opaque(0);
    INT("value", value);
    INT("value2", value2);
    return counter.next(static_cast<short>(value)) + opaque(value2);
}

ALWAYS int middle(int value, Counter<short>& counter)
{
    int result = 0;
    {
        const int scaled = value + 3;
        INT("value", value);
        INT("scaled", scaled);
        result = innermost(scaled, counter) + opaque(scaled);
    }
    return result;
}

template <class... Rest>
ALWAYS int addAll(int first, Rest... rest)
{
    return (first + ... + static_cast<int>(rest));
}

__attribute__((noinline)) int descend(int depth, Buffer<int, 4>& buffer, Counter<short>& counter)
{
    const int here = depth * 10 + opaque(0);
    INT("depth", depth);
    INT("here", here);
    INT("buffer.items[1]", buffer.items[1]);
    UINT("buffer.used", buffer.used);
    if (depth > 0)
        return descend(depth - 1, buffer, counter) + opaque(here);
    const int total = addAll(buffer.sum(), here, static_cast<short>(opaque(4)));
    INT("total", total);
    return middle(total, counter) + opaque(here + total);
}

} // namespace

int main()
{
    Buffer<int, 4> buffer{{1, opaque(2), 3, opaque(4)}, 3};
    Counter<short> counter{opaque(100)};
    int shadowed = opaque(5);
    INT("shadowed", shadowed);
    int result = 0;
    if (opaque(1) != 0) {
        long inner = opaque(6) * 1000l;
        INT("inner", inner);
        INT("buffer.items[3]", buffer.items[3]);
        result = descend(opaque(2), buffer, counter) + opaque(static_cast<int>(inner));
    }
    return opaque(result + shadowed);
}

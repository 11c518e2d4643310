// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/growth/measure.h"

#include "tests/growth/program.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <ctime>
#include <malloc.h>
#include <new>

namespace {

std::atomic<std::uint64_t> g_allocated = 0;
std::atomic<std::int64_t> g_live = 0;
std::atomic<std::int64_t> g_peak = 0;

void* counted(void* memory)
{
    if (memory == nullptr)
        throw std::bad_alloc();
    const auto size = malloc_usable_size(memory);
    g_allocated += size;
    const auto live = g_live += static_cast<std::int64_t>(size);
    auto peak = g_peak.load();
    while (peak < live && !g_peak.compare_exchange_weak(peak, live)) {
    }
    return memory;
}

void released(void* memory)
{
    g_live -= static_cast<std::int64_t>(malloc_usable_size(memory));
    std::free(memory);
}

} // namespace

void* operator new(std::size_t size)
{
    return counted(std::malloc(size));
}

void* operator new(std::size_t size, std::align_val_t alignment)
{
    const auto step = static_cast<std::size_t>(alignment);
    return counted(std::aligned_alloc(step, (size + step - 1) / step * step));
}

void operator delete(void* memory) noexcept
{
    released(memory);
}

void operator delete(void* memory, std::size_t) noexcept
{
    released(memory);
}

void operator delete(void* memory, std::align_val_t) noexcept
{
    released(memory);
}

void operator delete(void* memory, std::size_t, std::align_val_t) noexcept
{
    released(memory);
}

namespace faultline::growth {

namespace {

double processorSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

} // namespace

Cost measure(const Made& made, int times)
{
    Cost cost{.seconds = 1e9};
    for (int i = 0; i < times; ++i) {
        const auto allocated = g_allocated.load();
        const auto live = g_live.load();
        g_peak = live;
        const auto begun = processorSeconds();
        const auto begunPrograms = programSeconds();
        resetProgramMemory();
        cost.outputBytes = made.read();
        cost.seconds =
            std::min(cost.seconds, processorSeconds() - begun + programSeconds() - begunPrograms);
        cost.allocatedBytes = g_allocated - allocated;
        cost.peakBytes =
            static_cast<std::uint64_t>(std::max<std::int64_t>(g_peak - live, 0)) + programMemory();
    }
    return cost;
}

} // namespace faultline::growth

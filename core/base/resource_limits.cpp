// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/resource_limits.h"

#include <atomic>
#include <csignal>
#include <cstddef>
#include <new>
#include <sys/mman.h>

namespace faultline {

namespace {

constexpr std::size_t kReserveBytes = std::size_t{16} << 20;

// The handler for failed allocations is one for the process, and so is what it needs.
std::atomic<bool> hasReserve = false; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<void*> reserve = nullptr; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

/// Called by operator new, which tries again when it returns.
void useReserve()
{
    void* const kept = reserve.exchange(nullptr);
    if (kept == nullptr)
        throw std::bad_alloc();
    ::munmap(kept, kReserveBytes);
}

} // namespace

void outliveResourceLimits()
{
    std::signal(SIGXFSZ, SIG_IGN);
    hasReserve = true;
    refillMemoryReserve();
    std::set_new_handler(useReserve);
}

void refillMemoryReserve()
{
    if (!hasReserve || reserve.load() != nullptr)
        return;
    // Never touched, so it takes room in the address space only.
    void* const fresh =
        ::mmap(nullptr, kReserveBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (fresh == MAP_FAILED)
        return;
    void* none = nullptr;
    if (!reserve.compare_exchange_strong(none, fresh))
        ::munmap(fresh, kReserveBytes); // Another thread was faster.
}

} // namespace faultline

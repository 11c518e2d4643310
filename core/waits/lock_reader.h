// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/wait_graph.h"
#include "core/waits/handle_table.h"
#include "core/waits/thread_table.h"
#include "core/waits/wait_functions.h"

#include <array>
#include <cstdint>
#include <optional>

namespace faultline::waits {

/// What the readers of locks share.
struct LockContext
{
    const Event& event;
    const MemoryImage& memory;
    const ThreadTable& threads;
    const HandleTable& handles;
    CpuFamily family = CpuFamily::Unknown;

    CLibrary cLibrary() const { return threads.cLibrary(); }

    unsigned pointerBytes() const { return pointerSize(family); }
};

/// One thread that sleeps in futex().
struct FutexWait
{
    std::uint32_t thread = 0;
    std::uint64_t address = 0;
    std::uint32_t expected = 0; ///< The value of the word for which it sleeps; not for PI locks.
    bool isPrivate = false;
    bool isBitset = false; ///< FUTEX_WAIT_BITSET instead of FUTEX_WAIT.
    bool hasLimit = false;
    bool isPi = false; ///< The kernel follows the owner in the word (futex(2), FUTEX_LOCK_PI).
    std::optional<WaitFunction> function;
    bool isLibraryKnown = false; ///< Else a name does not say what the words mean.
    /// How many innermost frames lie in the C library; absent for statically linked programs.
    std::optional<std::size_t> framesInLibrary;

    bool isIn(WaitObjectKind kind) const
    {
        return isLibraryKnown && function && !function->isLowLevel && function->kind == kind;
    }

    /// Locks of glibc and musl use FUTEX_WAIT_BITSET for a limit only; other libraries use it
    /// always.
    bool sleepsAsInLock() const { return isPi || !isBitset || hasLimit; }

    /// False if the innermost frames lie elsewhere, as when the program calls syscall().
    bool mayBeCalledByLibrary(std::size_t frames) const
    {
        return !framesInLibrary || *framesInLibrary >= frames;
    }

    /// Do the stack's names leave it open, or say, that it waits for a `kind`?
    bool mayBe(WaitObjectKind kind) const
    {
        return !function || function->isLowLevel || function->kind == kind;
    }
};

/// Reads the words of an object and keeps them as evidence.
class Words
{
public:
    explicit Words(const LockContext& context) : m_context(context) {}

    /// The unsigned integer of `sizeBytes` at `address`. Once a word is missing, isWhole() is false
    /// and the value is 0.
    std::uint64_t read(std::uint64_t address, std::uint32_t sizeBytes, std::string member);

    std::uint32_t read32(std::uint64_t address, std::string member)
    {
        return static_cast<std::uint32_t>(read(address, 4, std::move(member)));
    }

    bool isWhole() const { return m_isWhole; }

    std::vector<WaitEvidence> take() { return std::move(m_evidence); }

private:
    const LockContext& m_context;
    std::vector<WaitEvidence> m_evidence;
    bool m_isWhole = true;
};

// futex(2) and linux/include/uapi/linux/futex.h.
constexpr std::uint32_t kFutexWaiters = 0x80000000;
constexpr std::uint32_t kFutexOwnerDied = 0x40000000;
constexpr std::uint32_t kFutexIdMask = 0x3fffffff;
/// Largest thread id of Linux (include/linux/threads.h, PID_MAX_LIMIT).
constexpr std::uint64_t kLargestId = 4 << 20;

/// What a recorded thread id says; `id` is not 0.
enum class MaySpanProcesses : std::uint8_t { No, Yes };
void setOwner(WaitObject& object,
              const LockContext& context,
              std::uint64_t id,
              MaySpanProcesses shared);

} // namespace faultline::waits

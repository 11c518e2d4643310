// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/code/call_site.h"
#include "core/unwind/rules/register_rules.h"
#include "core/unwind/walk/stack_walker.h"
#include "core/unwind/walk/step_result.h"

#include <cstring>
#include <map>

namespace faultline::unwind {

/// The memory that counts as the thread's stack. Frame pointers and scanning stay inside.
class StackRegion
{
public:
    StackRegion() = default;
    /// The thread's own stack. If it does not contain `sp`, the memory that does (an exception on
    /// an alternate stack). Without both, the next memory above: a function whose frame did not fit
    /// on the stack has moved `sp` below it. A stored guard page at `sp` belongs to the stack
    /// above.
    StackRegion(const Event& event,
                const EventThread& thread,
                std::uint64_t sp,
                unsigned wordBytes);

    bool empty() const { return m_begin == m_end; }

    std::uint64_t begin() const { return m_begin; }

    bool contains(std::uint64_t address, unsigned sizeBytes) const;

    /// A word; absent outside the region.
    std::optional<std::uint64_t> word(std::uint64_t address) const
    {
        const auto offset = address - m_begin;
        if (offset >= m_fastOffsets)
            return readWord(address);
        std::uint64_t value = 0; // Little-endian.
        std::memcpy(&value, m_first.data() + offset, m_wordBytes == 8 ? 8 : 4);
        return value;
    }

    /// How many of `most` words, from `address` on, certainly return to no module: each is read
    /// and lies outside the range of all modules. The word after them may be anything.
    unsigned wordsOutside(const ModuleMap& modules, std::uint64_t address, unsigned most) const;

private:
    std::optional<std::uint64_t> readWord(std::uint64_t address) const;

    const MemoryImage* m_memory = nullptr;
    std::uint64_t m_begin = 0;
    std::uint64_t m_end = 0;
    Bytes m_first; ///< What lies in one piece at m_begin: almost always the whole stack.
    /// Words at smaller offsets from m_begin lie in m_first; 0 if they must be read otherwise.
    std::uint64_t m_fastOffsets = 0;
    unsigned m_wordBytes = 8;
};

/// The modules as the provider describes them. Each is asked for until it is no longer pending. A
/// step that meets a pending module is abandoned and repeated later.
class WalkModules
{
public:
    WalkModules(const Event& event, WalkModuleProvider& provider)
        : m_event(event), m_provider(provider)
    {
    }

    /// Null while the module is pending; pending() then names it.
    const WalkModule* get(std::uint32_t index);

    std::optional<std::uint32_t> pending() const { return m_pending; }

    void clearPending() { m_pending.reset(); }

    /// The module if it was asked for and is no longer pending; otherwise null.
    const WalkModule* known(std::uint32_t index) const;

    /// Does the module's file have code at a relative address? Absent when the file is not loaded
    /// or its sections do not tell.
    std::optional<bool> hasCode(std::uint32_t index, std::uint64_t relativeAddress) const;

    /// Code bytes at an address: from the dump, otherwise from the module's file if that is loaded.
    std::size_t readCode(std::uint64_t address,
                         std::optional<std::uint32_t> module,
                         std::span<std::byte> out) const;

private:
    const Event& m_event;
    WalkModuleProvider& m_provider;
    std::map<std::uint32_t, WalkModule> m_known;
    mutable std::map<std::uint32_t, std::vector<object::ImageRange>>
        m_ranges; // Ranges of the files asked about.
    std::optional<std::uint32_t> m_pending;
};

/// What all methods of stepping share. It is the same for all steps of a walk, except for the
/// stack, which a signal may change, and the modules known so far.
struct WalkEnvironment
{
    const Event& event;
    const EventThread& thread;
    const ModuleMap& moduleMap;
    WalkModules modules;
    CpuFamily family = CpuFamily::Unknown;
    unsigned wordBytes = 8;
    std::uint64_t addressMask =
        ~std::uint64_t{0}; ///< The bits of a pointer that hold the address, not the authentication.
    StackRegion stack;
    std::shared_ptr<CodeBudget> codeBudget;

    std::uint64_t strip(std::uint64_t pointer) const { return pointer & addressMask; }
};

/// Is it the kernel's own library, which has no file?
bool isVdso(const EventModule& module);

/// The calling convention of the crashed process.
CallingConvention conventionOf(const WalkEnvironment& environment);

/// The call before a return address; absent when the bytes there are unknown.
std::optional<CallSite> callSiteBefore(const WalkEnvironment& environment,
                                       std::uint64_t returnAddress,
                                       std::optional<std::uint32_t> module);

/// Can the bytes before the address be a call? Absent when they are unknown.
std::optional<bool> followsCall(const WalkEnvironment& environment,
                                std::uint64_t address,
                                std::optional<std::uint32_t> module);

/// The entry of the file's memory map that contains an address; null when there is none.
const MemoryRegion* regionAt(const Event& event, std::uint64_t address);

/// Is the address executable by the file's memory map, otherwise by the module's sections? Absent
/// when neither tells.
std::optional<bool> isExecutable(const WalkEnvironment& environment, std::uint64_t address);

/// The function that contains an address, by the symbols of its module if they are loaded. `begin`
/// is absolute.
std::optional<WalkFunction> functionAt(const WalkEnvironment& environment,
                                       std::uint64_t address,
                                       std::optional<std::uint32_t> module);

} // namespace faultline::unwind

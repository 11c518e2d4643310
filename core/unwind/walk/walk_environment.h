#pragma once

#include "core/unwind/code/call_site.h"
#include "core/unwind/rules/register_rules.h"
#include "core/unwind/walk/stack_walker.h"
#include "core/unwind/walk/step_result.h"

#include <map>

namespace faultline::unwind {

/// The part of memory that counts as the thread's stack: frame pointers and scanning stay inside.
class StackRegion
{
public:
    StackRegion() = default;
    /// The thread's own stack; where that does not hold `sp`, whatever memory does (an exception on
    /// an alternate stack).
    StackRegion(const Event& event,
                const EventThread& thread,
                std::uint64_t sp,
                unsigned wordBytes);

    bool empty() const { return m_begin == m_end; }

    std::uint64_t begin() const { return m_begin; }

    bool contains(std::uint64_t address, unsigned sizeBytes) const;
    /// A word; absent outside the region.
    std::optional<std::uint64_t> word(std::uint64_t address) const;

private:
    const MemoryImage* m_memory = nullptr;
    std::uint64_t m_begin = 0;
    std::uint64_t m_end = 0;
    unsigned m_wordBytes = 8;
};

/// The modules as the provider tells them, each asked for until it is no longer pending. A step
/// that meets a pending module is abandoned and repeated later.
class WalkModules
{
public:
    WalkModules(const Event& event, WalkModuleProvider& provider)
        : m_event(event), m_provider(provider)
    {
    }

    /// Null while the module is pending, which pending() then names.
    const WalkModule* get(std::uint32_t index);

    std::optional<std::uint32_t> pending() const { return m_pending; }

    void clearPending() { m_pending.reset(); }

    /// The module if it has been asked for already and is no longer pending, else null.
    const WalkModule* known(std::uint32_t index) const;

    /// Whether the module's file has code at a relative address; absent when the file is not here
    /// or its sections do not say.
    std::optional<bool> hasCode(std::uint32_t index, std::uint64_t relativeAddress) const;

    /// Bytes of code at an address: from the dump, else from the module's file when it is here
    /// already.
    std::size_t readCode(std::uint64_t address,
                         std::optional<std::uint32_t> module,
                         std::span<std::byte> out) const;

private:
    const Event& m_event;
    WalkModuleProvider& m_provider;
    std::map<std::uint32_t, WalkModule> m_known;
    mutable std::map<std::uint32_t, std::vector<object::ImageRange>>
        m_ranges; // Of the files asked about.
    std::optional<std::uint32_t> m_pending;
};

/// Everything the means of stepping share: the same for all steps of a walk, but for the stack,
/// which a signal may change, and the modules that are known by now.
struct WalkEnvironment
{
    const Event& event;
    const EventThread& thread;
    const ModuleMap& moduleMap;
    WalkModules modules;
    CpuFamily family = CpuFamily::Unknown;
    unsigned wordBytes = 8;
    std::uint64_t addressMask =
        ~std::uint64_t{0}; ///< Bits of a pointer that are address, not authentication.
    StackRegion stack;
    std::shared_ptr<CodeBudget> codeBudget;

    std::uint64_t strip(std::uint64_t pointer) const { return pointer & addressMask; }
};

/// Whether it is the kernel's own library, of which there is no file.
bool isVdso(const EventModule& module);

/// What a call preserves in the crashed process.
CallingConvention conventionOf(const WalkEnvironment& environment);

/// The call in front of a return address; absent when the bytes there are not known.
std::optional<CallSite> callSiteBefore(const WalkEnvironment& environment,
                                       std::uint64_t returnAddress,
                                       std::optional<std::uint32_t> module);

/// Whether the bytes before the address can be a call; absent when they are not known.
std::optional<bool> followsCall(const WalkEnvironment& environment,
                                std::uint64_t address,
                                std::optional<std::uint32_t> module);

/// The part of the file's memory map that an address lies in; null when there is none.
const MemoryRegion* regionAt(const Event& event, std::uint64_t address);

/// Whether an address can be executed, as the file's memory map says, else the module's sections;
/// absent when neither knows.
std::optional<bool> isExecutable(const WalkEnvironment& environment, std::uint64_t address);

/// The function that an address belongs to, by the symbols of its module if they are here; `begin`
/// absolute.
std::optional<WalkFunction> functionAt(const WalkEnvironment& environment,
                                       std::uint64_t address,
                                       std::optional<std::uint32_t> module);

} // namespace faultline::unwind

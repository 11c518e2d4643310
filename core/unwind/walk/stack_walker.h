// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"
#include "core/model/stack_end.h"
#include "core/model/unwind_method.h"
#include "core/unwind/tables/unwind_table.h"
#include "core/unwind/walk/module_map.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace faultline::unwind {

/// A physical frame as the walker found it.
struct WalkedFrame
{
    std::uint64_t pc =
        0; ///< Exact: the context's pc, or the return address without pointer authentication.
    std::uint64_t lookupAddress =
        0; ///< Look-up address: the exact pc, or just before the return address.
    std::uint64_t sp = 0;
    RegisterSet registers; ///< The registers known in this frame.
    FrameTrust trust = FrameTrust::None;
    UnwindMethod method = UnwindMethod::Context;
    std::optional<std::uint32_t> module; ///< Index into the event's modules.
    std::string note; ///< How it was found and what was rejected before, for users. May be empty.
    bool isNoCode =
        false; ///< pc was not executable according to the crash, so no function name applies.
    bool isFunctionStart =
        false; ///< The function begins at pc and no call led there (a signal handler's trampoline),
               ///< so the name of the function before it does not apply.
};

/// A function of a module's symbols.
struct WalkFunction
{
    std::uint64_t begin = 0; ///< Relative entry address, also for a part that lies elsewhere.
    std::string name;        ///< Name in the symbols (mangled).
    bool hasExtent = true;   ///< False when only a symbol names it, which may cover other code.
};

/// The provider's answer about one module.
struct WalkModule
{
    enum class State : std::uint8_t {
        Pending,     ///< The module is being fetched: the walker must stop and ask again.
        Unavailable, ///< Nothing was found. Scanning may still accept addresses in the module.
        Ready,
    };
    State state = State::Pending;
    UnwindTablePtr unwind; ///< May be null even when Ready (no unwind data).
    /// Does `relativeAddress` lie in a function of the module's symbols? Null when no symbols are
    /// loaded.
    std::function<bool(std::uint64_t relativeAddress)> hasFunction;
    /// The same, with the function itself; null when no symbols are loaded.
    std::function<std::optional<WalkFunction>(std::uint64_t relativeAddress)> function;
    object::ObjectPtr code; ///< Supplies instruction bytes that the dump lacks; may be null.
    bool mayHoldGo = true;  ///< False: no function is asked for to find those of Go's runtime.
};

/// The driver of the walk. It answers with data that is loaded and starts to fetch the rest. Called
/// on the walker's thread.
class WalkModuleProvider
{
public:
    virtual ~WalkModuleProvider() = default;
    virtual WalkModule module(std::uint32_t moduleIndex) = 0;
};

/// Which method comes first. Unwind data are normally right. If they are damaged or from another
/// build, and the program has frame pointers throughout, prefer frame pointers.
enum class UnwindPreference : std::uint8_t { CfiFirst, FramePointerFirst };

/// How many instructions all walks of an event together may still follow where code replaces unwind
/// data. A hostile dump could make every word of its stacks start such a search. Thread-safe.
class CodeBudget
{
public:
    explicit CodeBudget(std::uint32_t instructions = 1u << 24) : m_left(instructions) {}

    /// Takes up to `wanted` instructions from the budget. The caller gives back those that it did
    /// not use.
    std::uint32_t take(std::uint32_t wanted);

    void giveBack(std::uint32_t instructions)
    {
        m_left.fetch_add(instructions, std::memory_order_relaxed);
    }

    bool isUsedUp() const { return m_left.load(std::memory_order_relaxed) <= 0; }

    /// The same for unwind data.
    UnwindBudget& unwindData() { return m_unwindData; }

private:
    std::atomic<std::int64_t> m_left;
    UnwindBudget m_unwindData;
};

/// Walks one thread. next() returns a frame, the end, or the module whose unwind data is needed
/// first. Not thread-safe, but different threads of one event may be walked in parallel (Event and
/// ModuleMap are shared read-only).
class StackWalker
{
public:
    StackWalker(const Event& event,
                const ModuleMap& modules,
                std::uint32_t threadIndex,
                WalkModuleProvider& provider,
                const ParseLimits& limits,
                UnwindPreference preference = UnwindPreference::CfiFirst,
                std::shared_ptr<CodeBudget> budget = std::make_shared<CodeBudget>());

    struct NeedsModule
    {
        std::uint32_t module = 0;
    };

    struct Finished
    {
        StackEnd reason = StackEnd::NotFound;
        std::string note; ///< For people.
    };

    using Step = std::variant<WalkedFrame, NeedsModule, Finished>;

    /// The next frame, callee first. After NeedsModule, call again when the provider no longer
    /// answers Pending for the module. After Finished, every call returns the same.
    Step next();

private:
    struct State;
    std::shared_ptr<State> m_state;
};

} // namespace faultline::unwind

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
        0; ///< Exact: the context's pc, or the return address, pointer authentication stripped.
    std::uint64_t lookupAddress =
        0; ///< Where to look up code: exact pc, or just before the return address.
    std::uint64_t sp = 0;
    RegisterSet registers; ///< What is known at this frame.
    FrameTrust trust = FrameTrust::None;
    UnwindMethod method = UnwindMethod::Context;
    std::optional<std::uint32_t> module; ///< Index into the event's modules.
    std::string note; ///< How it was found and what was rejected before, for people; may be empty.
    bool isNoCode =
        false; ///< The crash says that nothing could be executed at pc: no name is true.
    bool isFunctionStart = false; ///< No call led to pc, its function begins there: another one's
                                  ///< name is not true (a signal handler's trampoline).
};

/// A function of a module's symbols.
struct WalkFunction
{
    std::uint64_t begin = 0; ///< Its entry, also for a part of it that lies elsewhere; relative.
    std::string name;        ///< As the symbols have it (mangled).
    bool hasExtent = true;   ///< False: known by a symbol, which may stretch over other code.
};

/// What the walker is told about one module when it asks.
struct WalkModule
{
    enum class State : std::uint8_t {
        Pending,     ///< Being fetched: the walker must stop and ask again.
        Unavailable, ///< Nothing found; scanning may still accept addresses in it.
        Ready,
    };
    State state = State::Pending;
    UnwindTablePtr unwind; ///< May be null also when Ready (no unwind data).
    /// Whether `relativeAddress` lies in a function of the module's symbols; null when no symbols
    /// are loaded.
    std::function<bool(std::uint64_t relativeAddress)> hasFunction;
    /// The same with what the function is; null when no symbols are loaded.
    std::function<std::optional<WalkFunction>(std::uint64_t relativeAddress)> function;
    object::ObjectPtr code; ///< For instruction bytes that the dump lacks; may be null.
};

/// Whoever drives the walk answers from what is there; it starts fetching what is not. Called from
/// the walker's thread.
class WalkModuleProvider
{
public:
    virtual ~WalkModuleProvider() = default;
    virtual WalkModule module(std::uint32_t moduleIndex) = 0;
};

/// Which means comes first. Unwind data are right where they are there; damaged ones, or such of
/// another build, can be passed over where a program keeps frame pointers throughout.
enum class UnwindPreference : std::uint8_t { CfiFirst, FramePointerFirst };

/// How many instructions all walks of an event together may still follow where code stands in for
/// unwind data; a hostile dump could make every word of its stacks a reason to. Thread-safe.
class CodeBudget
{
public:
    explicit CodeBudget(std::uint32_t instructions = 1u << 24) : m_left(instructions) {}

    /// As many of `wanted` as there are; give back what was not needed.
    std::uint32_t take(std::uint32_t wanted);

    void giveBack(std::uint32_t instructions)
    {
        m_left.fetch_add(instructions, std::memory_order_relaxed);
    }

    bool isUsedUp() const { return m_left.load(std::memory_order_relaxed) <= 0; }

private:
    std::atomic<std::int64_t> m_left;
};

/// Walks one thread, resumable: next() returns a frame, the end, or the module whose unwind data is
/// needed first. Not thread-safe; different threads of one event may be walked at once (Event and
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

    /// The next frame, callee first. After NeedsModule, call again once the provider no longer says
    /// Pending for it. After Finished every call returns the same.
    Step next();

private:
    struct State;
    std::shared_ptr<State> m_state;
};

} // namespace faultline::unwind

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/unwind/walk/stack_walker.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::test {

/// A crashed thread built word by word: a stack at a fixed address, modules, registers. Every
/// register starts with its own pattern, so that a test sees which ones were carried over to a
/// caller.
class StackBuilder
{
public:
    static constexpr std::uint64_t kStackBegin = 0x70000000;

    StackBuilder(Arch arch, OsFamily os);

    /// The value a register has until it is set.
    static std::uint64_t pattern(std::uint8_t registerIndex)
    {
        return 0x1111110000u + registerIndex;
    }

    StackBuilder& set(std::string_view registerName, std::uint64_t value);
    /// Writes a word of the CPU's size; the stack grows to hold it.
    StackBuilder& word(std::uint64_t address, std::uint64_t value);
    StackBuilder& stackBytes(std::uint64_t sizeBytes);
    StackBuilder& memory(std::uint64_t address, std::vector<std::byte> bytes);
    StackBuilder& module(std::uint64_t address, std::uint64_t sizeBytes);

    Event finish() const;

private:
    Event m_event;
    unsigned m_wordBytes;
    std::vector<std::byte> m_stack;
    std::vector<MemoryRange> m_ranges;
    RegisterSet m_registers;
};

/// Answers for modules by index. A module without an answer is unavailable.
class FixedModules final : public unwind::WalkModuleProvider
{
public:
    std::map<std::uint32_t, unwind::WalkModule> modules;
    std::vector<std::uint32_t> asked;

    unwind::WalkModule module(std::uint32_t moduleIndex) override;
};

/// A module whose symbols say that every 256 bytes are a function with that name.
unwind::WalkModule functionsOf256Bytes(std::string name = "f");

struct Walk
{
    std::vector<unwind::WalkedFrame> frames;
    unwind::StackWalker::Finished end;
};

/// Walks thread 0 to its end. A module that stays pending ends the walk as NotFound.
Walk walk(const Event& event,
          unwind::WalkModuleProvider& provider,
          const ParseLimits& limits = {},
          unwind::UnwindPreference preference = unwind::UnwindPreference::CfiFirst);

} // namespace faultline::test

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/model/frame.h"
#include "core/model/registers.h"
#include "core/model/stack_role.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace faultline {

struct EventThread
{
    std::optional<std::uint64_t> id;
    std::optional<std::string> name;
    std::string queue; ///< Dispatch queue of an Apple report; empty when the thread has none.
    std::optional<bool>
        isRequesting;     ///< Absent when the input does not say which thread requested the report.
    bool skipped = false; ///< The dump writer's own thread: listed but not walked.
    std::optional<RegisterSet> registers; ///< Start of the walk. For the requesting thread, these
                                          ///< come from the exception's context.
    std::optional<RegisterSet>
        hostRegisters; ///< Of the 64-bit code of Windows that runs a 32-bit program's thread; it is
                       ///< walked after the program's own stack.
    std::vector<std::pair<std::string, std::uint64_t>>
        extraRegisters; ///< Flags, segments and debug registers; for display only.
    ByteView context;   ///< The record of all registers in a minidump, where vector registers are.
    std::string contextProblem; ///< Why there are no registers; empty when there are some.
    std::uint64_t stackBegin =
        0; ///< The thread's own stack memory, [begin, end); both are equal when the file has none.
    std::uint64_t stackEnd = 0;
    std::optional<std::uint64_t> teb;
    std::optional<std::uint32_t> lastError;
    std::string lastErrorName;
    std::uint32_t suspendCount = 0;
    std::uint32_t priority = 0;
    std::optional<std::uint64_t> createTime; ///< FILETIME, 100 ns since 1601.
    std::optional<std::uint64_t> kernelTime; ///< 100 ns.
    std::optional<std::uint64_t> userTime;   ///< 100 ns.
    std::optional<std::uint64_t> startAddress;

    struct Prewalked
    {
        std::uint64_t address = 0;
        std::string symbol;
    };

    /// From stream 0x53790001. Unless empty, these frames replace the walk.
    std::vector<Prewalked> prewalked;
    std::optional<std::vector<Frame>> givenFrames; ///< If present, this thread is not walked.
    std::vector<std::pair<std::string, std::uint64_t>>
        givenRegisters; ///< Registers of the top frame, with the input's names.
    /// What its stack stands for. A text of one thread may have several stacks, each an entry here.
    StackRole role = StackRole::Thread;
    std::optional<StackError> error; ///< As the input has it.
    /// Where each frame of the stack (callee first) belongs: 0 means Event::detail, and N means
    /// Event::parts[N - 1]. Empty unless the event has parts.
    std::vector<std::uint32_t> frameParts;
};

} // namespace faultline

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/code/intel_exits.h"
#include "core/unwind/code/intel_flow.h"
#include "core/unwind/code/intel_instruction.h"
#include "core/unwind/code/jump_search.h"
#include "tests/fuzz/code_source.h"

#include <algorithm>

using namespace faultline;
using namespace faultline::unwind;

// The first byte chooses the CPU and the kind of pc, the second the place of pc. The rest is code.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 3)
        return 0;
    const bool is64Bit = (data[0] & 1) != 0;
    const auto code = std::as_bytes(std::span(data, size)).subspan(2);
    const auto instruction = unwind::decodeIntelInstruction(code, test::kCodeBase, is64Bit);
    if (instruction && (instruction->sizeBytes == 0 || instruction->sizeBytes > code.size() ||
                        instruction->sizeBytes > kMaxIntelInstructionBytes))
        __builtin_trap();
    const auto source = test::codeSourceOf(code);
    constexpr std::uint32_t kBudget = 4096;
    auto left = kBudget;
    const unwind::FlowTarget target{.pc = test::kCodeBase + data[1],
                                    .isReturnAddress = (data[0] & 2) != 0};
    const auto shape = unwind::followIntelCode(source, test::kCodeBase, target, is64Bit, left);
    if (left > kBudget || (shape && left == kBudget))
        __builtin_trap();
    left = kBudget;
    const unwind::IntelExitStart start{
        .pc = test::kCodeBase + data[1], .sp = test::kCodeBase, .fp = test::kCodeBase + 64};
    const auto exits = unwind::findIntelExits(source, start, is64Bit, left);
    const auto hasFewerCalls = [](const auto& a, const auto& b) {
        return a.passedCalls < b.passedCalls;
    };
    if (left > kBudget || !std::ranges::is_sorted(exits, hasFewerCalls))
        __builtin_trap();
    left = kBudget;
    const test::CodeMemory memory(code);
    const auto family = is64Bit ? CpuFamily::Intel64 : CpuFamily::Intel32;
    static_cast<void>(unwind::mayJumpTo({memory, family, false}, test::kCodeBase,
                                        test::kCodeBase + data[1], left));
    if (left > kBudget)
        __builtin_trap();
    return 0;
}

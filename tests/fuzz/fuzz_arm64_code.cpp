// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/code/arm64_exits.h"
#include "core/unwind/code/jump_search.h"
#include "tests/fuzz/code_source.h"

#include <algorithm>

using namespace faultline;
using namespace faultline::unwind;

namespace {

constexpr std::uint32_t kBudget = 4096;

} // namespace

// The first byte chooses the place of pc, and the instruction set of 32-bit ARM. The rest is code.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2)
        return 0;
    const auto code = std::as_bytes(std::span(data, size)).subspan(1);
    const auto source = test::codeSourceOf(code);
    RegisterSet start(CpuFamily::Arm64);
    for (std::uint8_t number = 0; number < 32; ++number)
        start.set(number, test::kCodeBase + number);
    start.set(32, test::kCodeBase + data[0]);
    auto left = kBudget;
    const auto exits = findArm64Exits(source, start, left);
    const auto hasFewerCalls = [](const auto& a, const auto& b) {
        return a.passedCalls < b.passedCalls;
    };
    if (left > kBudget || !std::ranges::is_sorted(exits, hasFewerCalls))
        __builtin_trap();
    const test::CodeMemory memory(code);
    for (const auto family : {CpuFamily::Arm64, CpuFamily::Arm32}) {
        left = kBudget;
        static_cast<void>(mayJumpTo({memory, family, (data[0] & 1) != 0}, test::kCodeBase,
                                    test::kCodeBase + data[0], left));
        if (left > kBudget)
            __builtin_trap();
    }
    return 0;
}

#include "core/unwind/code/intel_exits.h"
#include "core/unwind/code/intel_flow.h"
#include "core/unwind/code/intel_instruction.h"

#include <algorithm>

using namespace faultline;
using namespace faultline::unwind;

namespace {

constexpr std::uint64_t kBase = 0x1000;

} // namespace

// The first byte chooses the CPU and the kind of pc, the second the place of pc. The rest is code.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 3)
        return 0;
    const bool is64Bit = (data[0] & 1) != 0;
    const auto code = std::as_bytes(std::span(data, size)).subspan(2);
    const auto instruction = unwind::decodeIntelInstruction(code, kBase, is64Bit);
    if (instruction && (instruction->sizeBytes == 0 || instruction->sizeBytes > code.size() ||
                        instruction->sizeBytes > kMaxIntelInstructionBytes))
        __builtin_trap();
    const unwind::CodeSource source{
        .code =
            [&](std::uint64_t address, std::span<std::byte> out) {
                const auto offset = address - kBase;
                if (offset >= code.size())
                    return std::size_t{0};
                const auto rest = code.subspan(static_cast<std::size_t>(offset));
                const auto count = std::min(rest.size(), out.size());
                std::ranges::copy(rest.first(count), out.begin());
                return count;
            },
        .word = [&](std::uint64_t address) { return std::optional(kBase + address % 256); }};
    constexpr std::uint32_t kBudget = 4096;
    auto left = kBudget;
    const unwind::FlowTarget target{.pc = kBase + data[1], .isReturnAddress = (data[0] & 2) != 0};
    const auto shape = unwind::followIntelCode(source, kBase, target, is64Bit, left);
    if (left > kBudget || (shape && left == kBudget))
        __builtin_trap();
    left = kBudget;
    const unwind::IntelExitStart start{.pc = kBase + data[1], .sp = kBase, .fp = kBase + 64};
    const auto exits = unwind::findIntelExits(source, start, is64Bit, left);
    const auto hasFewerCalls = [](const auto& a, const auto& b) {
        return a.passedCalls < b.passedCalls;
    };
    if (left > kBudget || !std::ranges::is_sorted(exits, hasFewerCalls))
        __builtin_trap();
    return 0;
}

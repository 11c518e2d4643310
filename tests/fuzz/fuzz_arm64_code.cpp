#include "core/unwind/code/arm64_exits.h"

#include <algorithm>

using namespace faultline;
using namespace faultline::unwind;

namespace {

constexpr std::uint64_t kBase = 0x1000;
constexpr std::uint32_t kBudget = 4096;

} // namespace

// The first byte chooses the place of pc. The rest is code.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2)
        return 0;
    const auto code = std::as_bytes(std::span(data, size)).subspan(1);
    const CodeSource source{
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
        .word = [](std::uint64_t address) { return std::optional(kBase + address % 256); }};
    RegisterSet start(CpuFamily::Arm64);
    for (std::uint8_t number = 0; number < 32; ++number)
        start.set(number, kBase + number);
    start.set(32, kBase + data[0]);
    auto left = kBudget;
    const auto exits = findArm64Exits(source, start, left);
    const auto hasFewerCalls = [](const auto& a, const auto& b) {
        return a.passedCalls < b.passedCalls;
    };
    if (left > kBudget || !std::ranges::is_sorted(exits, hasFewerCalls))
        __builtin_trap();
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/breakpad_probe.h"

#include "core/base/result.h"

namespace faultline::app {

namespace {

// All values fit into 32 bits. Every register has the middle of its own range, so a value close to
// it can be written as the register plus an offset.
constexpr std::uint64_t kFirstRegister = 0x1800000;
constexpr std::uint64_t kRegisterStride = 0x1000000;
constexpr std::uint64_t kModuleAddress = 0x60000000; // Greater than the value of any register.
constexpr std::uint64_t kLoaded = 0x80000000;        // The memory adds this to its address.

std::uint64_t valueOf(std::uint8_t index)
{
    return kFirstRegister + index * kRegisterStride;
}

/// Memory in which every word contains its own address plus a mark.
class MarkedMemory final : public MemoryReader
{
public:
    std::size_t read(std::uint64_t address, std::span<std::byte> out) const override
    {
        if (address >= kLoaded)
            return 0; // The language cannot express the memory that a loaded value points to.
        auto word = address | kLoaded;
        for (auto& byte : out) {
            byte = static_cast<std::byte>(word & 0xff);
            word >>= 8;
        }
        return out.size();
    }
};

std::string sum(const std::string& base, std::int64_t offset)
{
    return concat(base, " ", offset, " +");
}

} // namespace

FrameProbe::FrameProbe(CpuFamily family, unwind::UnwindTablePtr table)
    : m_family(family), m_table(std::move(table)), m_registers(family)
{
    for (const auto& info : registersOf(family))
        m_registers.set(info.index, valueOf(info.index));
}

Result<unwind::UnwindStep> FrameProbe::stepAt(std::uint64_t address, bool isExact) const
{
    unwind::UnwindQuery query{.moduleAddress = kModuleAddress,
                              .lookupAddress = kModuleAddress + address,
                              .isExact = isExact,
                              .callee = m_registers};
    query.callee.set(specialRegisters(m_family).pc, query.lookupAddress);
    return m_table->unwind(query, MarkedMemory());
}

std::optional<std::string> FrameProbe::expressionOf(std::uint64_t value) const
{
    const bool isLoaded = value >= kLoaded;
    const auto address = isLoaded ? value - kLoaded : value;
    const auto number = (address - kFirstRegister + kRegisterStride / 2) / kRegisterStride;
    if (address < kFirstRegister - kRegisterStride / 2 || number >= registersOf(m_family).size())
        return std::nullopt;
    const auto index = static_cast<std::uint8_t>(number);
    const auto offset = static_cast<std::int64_t>(address - valueOf(index));
    const auto name = breakpadRegisterName(m_family, index);
    if (isLoaded)
        return sum(name, offset) + " ^";
    return offset == 0 ? name : sum(name, offset);
}

std::optional<BreakpadFrameRecord::Rules> FrameProbe::rulesAt(std::uint64_t address,
                                                              bool isExact) const
{
    const auto step = stepAt(address, isExact);
    if (!step || step->endOfStack)
        return std::nullopt;
    const auto special = specialRegisters(m_family);
    const auto cfa = step->caller.sp();
    const auto cfaRule = expressionOf(cfa);
    if (!cfaRule)
        return std::nullopt;
    BreakpadFrameRecord::Rules rules{{".cfa", *cfaRule}};
    // A value close to the end of the frame is written relative to it, as other dumpers do.
    const auto add = [&](const std::string& name, std::uint64_t value) {
        const auto distance = static_cast<std::int64_t>(value - kLoaded - cfa);
        const bool isOnFrame = value >= kLoaded && cfa < kLoaded &&
                               std::abs(distance) < static_cast<std::int64_t>(kRegisterStride / 2);
        const auto rule =
            isOnFrame ? std::optional(sum(".cfa", distance) + " ^") : expressionOf(value);
        if (rule)
            rules.emplace_back(name, *rule);
        return rule.has_value();
    };
    if (!add(".ra", step->caller.pc()))
        return std::nullopt;
    for (const auto& info : registersOf(m_family)) {
        const auto value = step->caller.find(info.index);
        if (!value || *value == valueOf(info.index) || info.index == special.pc ||
            info.index == special.sp)
            continue;
        if (!add(breakpadRegisterName(m_family, info.index), *value))
            return std::nullopt;
    }
    return rules;
}

} // namespace faultline::app

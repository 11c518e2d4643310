// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/minidump/cpu_context.h"

#include "core/formats/crash/minidump/cpu_context_layouts.h"

#include <algorithm>

namespace faultline::minidump {

namespace {

// winnt.h: the low byte of context_flags says which parts are filled, the rest names the CPU.
constexpr std::uint32_t kCpuFlagMask = 0xffffff00;
// Old Windows CE writers mark 32-bit ARM this way (Breakpad, MD_CONTEXT_ARM_OLD).
constexpr std::uint32_t kOldArmFlag = 0x40;

/// How well a layout fits. Two of the three signs must agree: kEnough is greater than the weight of
/// any single sign.
struct Fit
{
    const ContextLayout* layout = nullptr;
    std::uint32_t flags = 0;
    bool architecture = false;
    bool cpuFlag = false;
    bool whole = false;
    bool exactSize = false;

    static constexpr int kEnough = 4;

    int score() const
    {
        return layout == nullptr ? 0 : 3 * architecture + 3 * cpuFlag + whole + 2 * exactSize;
    }
};

Fit fitOf(const ContextLayout& layout,
          Bytes bytes,
          std::endian order,
          std::optional<std::uint16_t> architecture)
{
    if (bytes.size() < layout.generalBytes)
        return {};
    ByteReader reader(bytes, order);
    reader.seek(layout.flagsOffset);
    Fit fit{.layout = &layout, .flags = reader.u32()};
    fit.architecture = architecture && std::ranges::find(layout.architectures, *architecture) !=
                                           layout.architectures.end();
    fit.cpuFlag = (fit.flags & kCpuFlagMask & layout.cpuFlag) != 0 ||
                  (layout.family == CpuFamily::Arm32 && (fit.flags & ~0xfu) == kOldArmFlag);
    fit.whole = layout.isWhole(bytes.size());
    fit.exactSize = layout.isExact(bytes.size());
    return fit;
}

std::string
doubtsOf(const Fit& fit, std::size_t sizeBytes, std::optional<std::uint16_t> architecture)
{
    std::string text;
    const auto add = [&](const std::string& doubt) {
        text += concat(text.empty() ? "" : ", ", doubt);
    };
    if (architecture && !fit.architecture)
        add(concat("the system information names processor ", Hex{*architecture}));
    if (!fit.cpuFlag)
        add(concat("the flags are ", Hex{fit.flags}));
    if (!fit.whole)
        add(concat("it has ", sizeBytes, " bytes instead of ", fit.layout->sizeBytes));
    return text.empty() ? text : concat("read as ", fit.layout->cpu, " context, but ", text);
}

void readRun(const RegisterRun& run, Bytes bytes, std::endian order, CpuContext& context)
{
    ByteReader reader(bytes, order);
    reader.seek(run.offset);
    for (std::size_t start = 0; start < run.names.size();) {
        const auto end = std::min(run.names.find(' ', start), run.names.size());
        const auto name = run.names.substr(start, end - start);
        const auto value = reader.unsignedOf(run.sizeBytes);
        if (const auto index = registerIndex(context.registers.family(), name))
            context.registers.set(*index, value);
        else
            context.others.emplace_back(name, value);
        start = end + 1;
    }
}

} // namespace

Result<CpuContext>
readCpuContext(Bytes bytes, std::endian order, std::optional<std::uint16_t> processorArchitecture)
{
    Fit best;
    for (const auto& layout : contextLayouts()) {
        const auto fit = fitOf(layout, bytes, order, processorArchitecture);
        if (fit.score() > best.score())
            best = fit;
    }
    if (best.score() < Fit::kEnough)
        return fail(ErrorKind::Malformed, "no cpu context fits ", bytes.size(),
                    " bytes for processor ", Hex{processorArchitecture.value_or(0xffff)});
    CpuContext context;
    context.cpu = best.layout->cpu;
    context.registers = RegisterSet(best.layout->family);
    context.doubt = doubtsOf(best, bytes.size(), processorArchitecture);
    for (const auto& run : best.layout->runs)
        readRun(run, bytes, order, context);
    return context;
}

} // namespace faultline::minidump

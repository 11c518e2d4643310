// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/register_flags.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <span>

namespace faultline::ui {

namespace {

struct FlagSpec
{
    unsigned bit;
    const char* name;
    const char* word;
};

// Intel SDM volume 1, 3.4.3.
constexpr auto kIntel = std::to_array<FlagSpec>({
    {6, "ZF", QT_TRANSLATE_NOOP("RegisterFlags", "zero")},
    {2, "PF", QT_TRANSLATE_NOOP("RegisterFlags", "parity")},
    {0, "CF", QT_TRANSLATE_NOOP("RegisterFlags", "carry")},
    {7, "SF", QT_TRANSLATE_NOOP("RegisterFlags", "sign")},
    {11, "OF", QT_TRANSLATE_NOOP("RegisterFlags", "overflow")},
    {10, "DF", QT_TRANSLATE_NOOP("RegisterFlags", "direction")},
    {4, "AF", QT_TRANSLATE_NOOP("RegisterFlags", "adjust")},
    {8, "TF", QT_TRANSLATE_NOOP("RegisterFlags", "trap")},
    {9, "IF", QT_TRANSLATE_NOOP("RegisterFlags", "interrupts")},
    {16, "RF", QT_TRANSLATE_NOOP("RegisterFlags", "resume")},
    {18, "AC", QT_TRANSLATE_NOOP("RegisterFlags", "alignment")},
});

// Arm ARM C5.2 (NZCV), G1.9 (CPSR).
constexpr auto kArm = std::to_array<FlagSpec>({
    {31, "N", QT_TRANSLATE_NOOP("RegisterFlags", "negative")},
    {30, "Z", QT_TRANSLATE_NOOP("RegisterFlags", "zero")},
    {29, "C", QT_TRANSLATE_NOOP("RegisterFlags", "carry")},
    {28, "V", QT_TRANSLATE_NOOP("RegisterFlags", "overflow")},
});

constexpr unsigned kThumbBit = 5;
constexpr FlagSpec kThumb{kThumbBit, "T", QT_TRANSLATE_NOOP("RegisterFlags", "Thumb")};

std::span<const FlagSpec> specsOf(Arch arch)
{
    switch (cpuFamily(arch)) {
    case CpuFamily::Intel32:
    case CpuFamily::Intel64: return kIntel;
    case CpuFamily::Arm32:
    case CpuFamily::Arm64:
    case CpuFamily::Arm64_32: return kArm;
    default: return {};
    }
}

RegisterFlag flagOf(const FlagSpec& spec, std::uint64_t value)
{
    return {.name = QLatin1String(spec.name),
            .word = QCoreApplication::translate("RegisterFlags", spec.word),
            .isSet = (value >> spec.bit & 1) != 0};
}

} // namespace

bool isFlagsRegister(const QString& name)
{
    constexpr std::array kNames{"eflags", "rflags", "cpsr", "pstate"};
    return std::ranges::any_of(kNames, [&name](const char* each) {
        return name.compare(QLatin1String(each), Qt::CaseInsensitive) == 0;
    });
}

QList<RegisterFlag> flagsOf(Arch arch, const QString& name, std::uint64_t value)
{
    QList<RegisterFlag> flags;
    if (!isFlagsRegister(name))
        return flags;
    for (const FlagSpec& spec : specsOf(arch))
        flags.append(flagOf(spec, value));
    if (cpuFamily(arch) == CpuFamily::Arm32)
        flags.append(flagOf(kThumb, value));
    std::ranges::stable_partition(flags, &RegisterFlag::isSet);
    return flags;
}

} // namespace faultline::ui

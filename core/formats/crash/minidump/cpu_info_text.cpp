// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/formats/crash/minidump/system_names.h"

#include <algorithm>

namespace faultline::minidump {

namespace {

struct ArmPart
{
    std::uint32_t cpuId; ///< Masked with kArmPartMask.
    std::string_view name;
};

// MIDR without variant and revision; names as Breakpad and rust-minidump print them.
constexpr std::uint32_t kArmPartMask = 0xff00fff0;
constexpr auto kArmParts = std::to_array<ArmPart>({
    {0x4100c050, "Cortex-A5"},
    {0x4100c080, "Cortex-A8"},
    {0x4100c090, "Cortex-A9"},
    {0x4100c0f0, "Cortex-A15"},
    {0x4100c140, "Cortex-R4"},
    {0x4100c150, "Cortex-R5"},
    {0x4100b360, "ARM1136"},
    {0x4100b560, "ARM1156"},
    {0x4100b760, "ARM1176"},
    {0x4100b020, "ARM11-MPCore"},
    {0x41009260, "ARM926"},
    {0x41009460, "ARM946"},
    {0x41009660, "ARM966"},
    {0x510006f0, "Krait"},
    {0x510000f0, "Scorpion"},
});

// Bits of AT_HWCAP on 32-bit ARM, from bit 0 (Linux asm/hwcap.h).
constexpr auto kArmFeatures = std::to_array<std::string_view>({
    "swp",    "half",    "thumb", "26bit", "fastmult", "fpa", "vfpv2", "edsp",  "java",  "iwmmxt",
    "crunch", "thumbee", "neon",  "vfpv3", "vfpv3d16", "tls", "vfpv4", "idiva", "idivt",
});

std::string armVendor(std::uint32_t cpuId)
{
    switch (cpuId >> 24) {
    case 0x41: return "ARM";
    case 0x51: return "Qualcomm";
    case 0x56: return "Marvell";
    case 0x69: return "Intel/Marvell";
    default: return concat("vendor(", Hex{cpuId >> 24}, ")");
    }
}

std::string armPart(std::uint32_t cpuId)
{
    const auto part = cpuId & kArmPartMask;
    const auto found = std::ranges::find(kArmParts, part, &ArmPart::cpuId);
    return found != kArmParts.end() ? std::string(found->name) : concat("part(", Hex{part}, ")");
}

std::string armFeatures(std::uint32_t hwcaps)
{
    std::string list;
    for (std::size_t bit = 0; bit < kArmFeatures.size(); ++bit) {
        if ((hwcaps >> bit & 1) != 0)
            list += concat(list.empty() ? "" : ",", kArmFeatures[bit]);
    }
    return list;
}

std::string armText(const SystemInfoRecord& record)
{
    const auto cpuId = record.cpuWords[0];
    std::string text = concat("ARMv", record.processorLevel);
    if (cpuId != 0)
        text += concat(' ', armVendor(cpuId), ' ', armPart(cpuId));
    if (const auto features = armFeatures(record.cpuWords[1]); !features.empty())
        text += concat(" features: ", features);
    return text;
}

std::string intelText(const SystemInfoRecord& record)
{
    return concat("family ", record.processorLevel, " model ", record.processorRevision >> 8,
                  " stepping ", record.processorRevision & 0xff);
}

/// CPUID leaf 0: twelve characters in three registers, lowest byte first.
std::string intelVendor(const SystemInfoRecord& record)
{
    std::string vendor;
    for (std::size_t word = 0; word < 3; ++word) {
        for (unsigned shift = 0; shift < 32; shift += 8) {
            const auto c = static_cast<char>(record.cpuWords[word] >> shift & 0xff);
            if (c >= ' ' && c <= '~')
                vendor += c;
        }
    }
    return vendor;
}

} // namespace

std::string cpuInfoText(const SystemInfoRecord& record)
{
    switch (record.processorArchitecture) {
    case processor::kX86:
    case processor::kX86OnWin64: {
        const auto vendor = intelVendor(record);
        return concat(vendor, vendor.empty() ? "" : " ", intelText(record));
    }
    case processor::kAmd64: return intelText(record);
    case processor::kArm: return armText(record);
    default: return {};
    }
}

} // namespace faultline::minidump

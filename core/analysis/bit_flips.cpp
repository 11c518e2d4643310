// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/bit_flips.h"

#include <algorithm>
#include <array>

namespace faultline::analysis {

namespace {

// rust-minidump's numbers, so that confidences can be compared.
constexpr std::uint64_t kNearbyBytes = 4096;
constexpr std::uint64_t kLowAddress = 2 * kNearbyBytes;
constexpr float kBaseline = 0.25F;
constexpr float kNonCanonical = 0.90F;
constexpr float kNull = 0.50F;
constexpr float kLow = 0.50F;
constexpr float kPoison = 0.50F;
constexpr std::array<float, 4> kNearby{0.50F, 0.50F + 0.05F, 0.50F + 0.1F, 0.50F + 0.15F};

/// Bytes with which allocators and engines fill memory that must not be used.
constexpr std::array<std::uint8_t, 18> kPoisonBytes{0x2b, 0x2d, 0x2f, 0x49, 0x4b, 0x4d,
                                                    0x4f, 0x6b, 0x8b, 0x9b, 0x9f, 0xa5,
                                                    0xbb, 0xcc, 0xcd, 0xce, 0xdb, 0xe5};

struct BitRange
{
    unsigned begin = 0;
    unsigned end = 64;
};

bool isPoison(std::uint64_t value)
{
    const auto byte = static_cast<std::uint8_t>(value & 0xff);
    return value == byte * 0x0101010101010101 &&
           std::ranges::find(kPoisonBytes, byte) != kPoisonBytes.end();
}

float confidenceOf(const PossibleBitFlip& flip)
{
    float rest = 1.0F - kBaseline;
    if (flip.wasNonCanonical)
        rest *= 1.0F - kNonCanonical;
    if (flip.isNull)
        rest *= 1.0F - (flip.wasLow ? kNull * kLow : kNull);
    if (flip.nearbyRegisters > 0)
        rest *= 1.0F - kNearby[std::min<std::size_t>(flip.nearbyRegisters, kNearby.size()) - 1];
    const float confidence = 1.0F - rest;
    return flip.poisonRegisters ? confidence * kPoison : confidence;
}

std::uint64_t distance(std::uint64_t a, std::uint64_t b)
{
    return a > b ? a - b : b - a;
}

class FlipFinder
{
public:
    FlipFinder(const Event& event, const RegisterSet& registers, const MemoryMap& map)
        : m_registers(registers), m_map(map), m_operation(operationOf(event))
    {
    }

    void setBits(BitRange bits, bool wasNonCanonical)
    {
        m_bits = bits;
        m_wasNonCanonical = wasNonCanonical;
    }

    void setAccessBytes(std::uint32_t sizeBytes) { m_accessBytes = sizeBytes; }

    void search(std::uint64_t address, const std::string& sourceRegister)
    {
        if (m_map.mayAllow(address, m_operation))
            return;
        // A fault directly beside a region is more likely an overrun than a flipped bit.
        const auto nearest = m_map.distanceToAllowing(address, m_operation);
        if (nearest && *nearest < m_accessBytes)
            return;
        for (unsigned bit = m_bits.begin; bit < m_bits.end; ++bit) {
            const auto candidate = address ^ (std::uint64_t{1} << bit);
            if (candidate == 0 || m_map.mayAllow(candidate, m_operation))
                m_found.push_back(judge(candidate, address, sourceRegister));
        }
    }

    std::vector<PossibleBitFlip> take() { return std::move(m_found); }

private:
    PossibleBitFlip
    judge(std::uint64_t candidate, std::uint64_t original, const std::string& sourceRegister) const
    {
        PossibleBitFlip flip;
        flip.address = candidate;
        flip.sourceRegister = sourceRegister;
        flip.wasNonCanonical = m_wasNonCanonical;
        flip.isNull = candidate == 0;
        flip.wasLow = flip.isNull && original <= kLowAddress;
        for (const auto& info : registersOf(m_registers.family())) {
            const auto value = m_registers.find(info.index);
            if (!value)
                continue;
            // Some register always holds a small number near a low address.
            if (candidate > kLowAddress && distance(candidate, *value) <= kNearbyBytes)
                ++flip.nearbyRegisters;
            flip.poisonRegisters |= isPoison(*value);
        }
        flip.confidence = confidenceOf(flip);
        return flip;
    }

    const RegisterSet& m_registers;
    const MemoryMap& m_map;
    AccessOperation m_operation;
    BitRange m_bits;
    bool m_wasNonCanonical = false;
    std::uint32_t m_accessBytes = 0;
    std::vector<PossibleBitFlip> m_found;
};

/// The access that covers the crash address; null when none does.
const MemoryAccess* crashingAccess(const CrashAnalysis& analysis, std::uint64_t address)
{
    if (!analysis.instruction || !analysis.instruction->accesses)
        return nullptr;
    const auto found =
        std::ranges::find_if(*analysis.instruction->accesses, [=](const MemoryAccess& access) {
            return address >= access.address && address - access.address < access.sizeBytes;
        });
    return found != analysis.instruction->accesses->end() ? &*found : nullptr;
}

} // namespace

std::vector<PossibleBitFlip> findBitFlips(const Event& event,
                                          const RegisterSet& registers,
                                          const MemoryMap& map,
                                          const CrashAnalysis& analysis)
{
    const auto family = cpuFamily(event.system.arch);
    const bool isCore = event.kind == EventKind::CoreFile;
    const bool needsCode = family == CpuFamily::Arm64 || (isCore && family != CpuFamily::Intel64);
    // Zero: the system recorded no address.
    const bool hasNoAddress = isCore && !event.crash.addressKnown;
    const auto& adjusted = analysis.adjustedAddress;
    if (!has64BitAddresses(event) || (needsCode && !analysis.instruction) || hasNoAddress ||
        isSentSignal(event) || (adjusted && adjusted->kind == AdjustedAddress::Kind::NullPointer))
        return {};
    FlipFinder finder(event, registers, map);
    auto address = event.crash.address;
    if (adjusted) {
        finder.setBits({48, 64}, true);
        address = adjusted->value;
    } else if (family == CpuFamily::Intel64) {
        finder.setBits({0, 48}, false);
    }
    if (const auto* access = crashingAccess(analysis, event.crash.address)) {
        address = access->address;
        finder.setAccessBytes(access->sizeBytes);
    }
    finder.search(address, {});
    if (analysis.instruction) {
        for (const auto& name : analysis.instruction->registers) {
            const auto index = registerIndex(registers.family(), name);
            if (const auto value = index ? registers.find(*index) : std::nullopt)
                finder.search(*value, name);
        }
    }
    return finder.take();
}

} // namespace faultline::analysis

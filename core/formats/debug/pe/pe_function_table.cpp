// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pe/pe_function_table.h"

#include <algorithm>

namespace faultline::pe {

namespace {

constexpr std::uint8_t kChained =
    4; // UNW_FLAG_CHAININFO; the flags are above three bits of version.
constexpr std::uint32_t kArm64Word = 4;

std::uint32_t u32At(const PeImage& image, std::uint32_t rva)
{
    const auto bytes = image.atRva(rva, sizeof(std::uint32_t));
    return bytes ? ByteReader(bytes->span()).u32() : 0;
}

} // namespace

PeFunctionTable::PeFunctionTable(const PeImage& image)
{
    const bool isArm64 = image.arch() == Arch::Arm64;
    const auto directory = image.directory(PeImage::kExceptionDirectory);
    if ((!isArm64 && image.arch() != Arch::Amd64) || directory.sizeBytes == 0)
        return;
    const auto bytes = image.atRva(directory.rva, directory.sizeBytes);
    if (!bytes)
        return;
    const std::size_t entryBytes = isArm64 ? 8 : 12;
    ByteReader table(bytes->span());
    while (table.remaining() >= entryBytes) {
        const auto entry = isArm64 ? arm64Entry(image, table) : x64Entry(image, table);
        if (entry.begin < entry.end)
            m_entries.push_back(entry);
    }
    std::ranges::stable_sort(m_entries, {}, &Entry::begin);
}

PeFunctionTable::Entry PeFunctionTable::x64Entry(const PeImage& image, ByteReader& table)
{
    Entry entry;
    entry.begin = table.u32();
    entry.end = table.u32();
    const auto unwindInfo = table.u32();
    const bool isOtherEntry = (unwindInfo & 1) != 0; // Which this one continues.
    const auto flags = (u32At(image, unwindInfo) & 0xff) >> 3;
    entry.isContinued = isOtherEntry || (flags & kChained) != 0;
    return entry;
}

PeFunctionTable::Entry PeFunctionTable::arm64Entry(const PeImage& image, ByteReader& table)
{
    Entry entry;
    entry.begin = table.u32();
    const auto data = table.u32();
    const auto kind = data & 3; // 0: an RVA of unwind info; else packed, 2: without a prolog.
    const auto words = kind == 0 ? u32At(image, data) & 0x3ffff : (data >> 2) & 0x7ff;
    entry.end = entry.begin + std::min(words * kArm64Word, UINT32_MAX - entry.begin);
    entry.isContinued = kind == 2;
    return entry;
}

std::optional<std::uint32_t> PeFunctionTable::codeEnd(std::uint32_t rva) const
{
    const auto next = std::ranges::upper_bound(m_entries, rva, {}, &Entry::begin);
    if (next == m_entries.begin() || std::prev(next)->end <= rva)
        return next == m_entries.end() ? std::nullopt : std::optional(next->begin);
    auto end = std::prev(next)->end;
    for (auto part = next; part != m_entries.end() && part->begin == end && part->isContinued;
         ++part)
        end = part->end;
    return end;
}

} // namespace faultline::pe

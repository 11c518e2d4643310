// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/pdb_module_lines.h"

#include "core/base/byte_reader.h"

#include <algorithm>
#include <span>

namespace faultline::pdb {

namespace {

enum SubsectionKind : std::uint32_t {
    kLines = 0xf2,
    kFileChecksums = 0xf4,
    kInlineeLines = 0xf6,
    kCrossScopeImports = 0xf7,
    kCrossScopeExports = 0xf8,
};

bool startsBefore(const codeview::LineContribution& a, const codeview::LineContribution& b)
{
    return a.section != b.section ? a.section < b.section : a.offset < b.offset;
}

/// Finds a function's contribution among those with the same start. Armasm64 gives all functions of
/// a section the address of the last one, so only the size distinguishes them.
const codeview::LineContribution& ofFunction(std::span<const codeview::LineContribution> candidates,
                                             std::uint32_t sizeBytes,
                                             std::size_t twin)
{
    const auto hasItsSize = [=](const auto& candidate) { return candidate.sizeBytes == sizeBytes; };
    const codeview::LineContribution* found = nullptr;
    for (const auto& candidate : candidates) {
        if (!hasItsSize(candidate))
            continue;
        found = &candidate;
        if (twin-- == 0)
            break;
    }
    return found == nullptr ? candidates.back() : *found;
}

/// Rows of one contribution with their ends; of several at one offset the last counts.
std::vector<CodeRow> rowsOf(const codeview::LineContribution& contribution)
{
    auto stored = contribution.rows;
    std::stable_sort(stored.begin(), stored.end(),
                     [](const auto& a, const auto& b) { return a.offset < b.offset; });
    std::vector<CodeRow> rows;
    for (std::size_t i = 0; i < stored.size(); ++i) {
        const auto end = i + 1 < stored.size() ? stored[i + 1].offset : contribution.sizeBytes;
        if (end > stored[i].offset)
            rows.push_back(
                {stored[i].offset, end, stored[i].file, stored[i].line, stored[i].column});
    }
    return rows;
}

} // namespace

PdbModuleLines::PdbModuleLines(Bytes c13)
{
    ByteReader reader(c13);
    while (reader.remaining() >= 8) {
        const auto kind = reader.u32(); // The top bit marks subsections to ignore; such kinds match
                                        // none of the cases.
        const auto sizeBytes = reader.u32();
        const auto data = reader.bytes(sizeBytes);
        if (!reader.ok()) {
            ++m_damaged;
            break;
        }
        readSubsection(kind, data);
        reader.skip(std::min<std::size_t>((4 - sizeBytes % 4) % 4, reader.remaining()));
    }
    std::stable_sort(m_contributions.begin(), m_contributions.end(), startsBefore);
}

void PdbModuleLines::readSubsection(std::uint32_t kind, Bytes data)
{
    switch (kind) {
    case kLines:
        if (auto contribution = codeview::readLines(data))
            m_contributions.push_back(std::move(*contribution));
        else
            ++m_damaged;
        return;
    case kFileChecksums: m_checksums = codeview::readChecksums(data); return;
    case kInlineeLines:
        for (const auto& inlinee : codeview::readInlinees(data))
            addInlinee(inlinee);
        return;
    case kCrossScopeImports: readImports(data); return;
    case kCrossScopeExports: readExports(data); return;
    default: return;
    }
}

/// Linkers merge functions of one name and type, as old rustc gave to those of different impls:
/// then nobody knows which of them was inlined where, and no line is better than another's.
void PdbModuleLines::addInlinee(const codeview::InlineeRecord& inlinee)
{
    const auto [place, isNew] = m_inlinees.try_emplace(inlinee.inlinee, inlinee);
    auto& known = place->second;
    if (isNew || (known.file == inlinee.file && known.line == inlinee.line))
        return;
    known.line.reset();
    if (known.file != inlinee.file)
        known.file = kNoChecksum;
}

void PdbModuleLines::readImports(Bytes data)
{
    ByteReader reader(data);
    while (reader.remaining() >= 8) {
        ModuleImport import{reader.u32(), {}};
        const auto count = reader.u32();
        if (count > reader.remaining() / 4) {
            ++m_damaged;
            return;
        }
        import.ids.reserve(count);
        for (std::uint32_t i = 0; i < count; ++i)
            import.ids.push_back(reader.u32());
        m_imports.push_back(std::move(import));
    }
}

void PdbModuleLines::readExports(Bytes data)
{
    ByteReader reader(data);
    while (reader.remaining() >= 8) {
        const auto local = reader.u32();
        m_exports.emplace(local, reader.u32());
    }
}

std::vector<CodeRow> PdbModuleLines::rows(std::uint16_t section,
                                          std::uint32_t offset,
                                          std::uint32_t sizeBytes,
                                          std::uint64_t& rowsLeft,
                                          std::size_t twin) const
{
    codeview::LineContribution key;
    key.section = section;
    key.offset = offset;
    const auto [first, last] =
        std::equal_range(m_contributions.begin(), m_contributions.end(), key, startsBefore);
    const std::uint64_t end = std::uint64_t{offset} + sizeBytes;
    std::vector<const codeview::LineContribution*> contributions;
    const auto add = [&](const codeview::LineContribution& contribution) {
        const auto cost = contribution.rows.size() + 1;
        if (cost <= rowsLeft)
            contributions.push_back(&contribution);
        rowsLeft -= std::min<std::uint64_t>(rowsLeft, cost);
    };
    // The one that starts before the function may reach into it.
    if (first != m_contributions.begin() && std::prev(first)->section == section &&
        std::uint64_t{std::prev(first)->offset} + std::prev(first)->sizeBytes > offset)
        add(*std::prev(first));
    if (first != last && rowsLeft > 0) {
        rowsLeft -= std::min<std::uint64_t>(rowsLeft, static_cast<std::uint64_t>(last - first));
        add(ofFunction({first, last}, sizeBytes, twin));
    }
    for (auto later = last; later != m_contributions.end() && later->section == section &&
                            later->offset < end && rowsLeft > 0;
         ++later)
        add(*later);

    std::vector<CodeRow> result;
    for (const auto* contribution : contributions) {
        for (const auto& row : rowsOf(*contribution)) {
            const auto begin =
                std::max<std::uint64_t>(std::uint64_t{contribution->offset} + row.begin, offset);
            const auto stop = std::min(std::uint64_t{contribution->offset} + row.end, end);
            if (begin < stop)
                result.push_back({static_cast<std::uint32_t>(begin - offset),
                                  static_cast<std::uint32_t>(stop - offset), row.file, row.line,
                                  row.column});
        }
    }
    return result;
}

std::uint64_t PdbModuleLines::rowAllowance() const
{
    constexpr std::uint64_t kLeast = 4096;
    constexpr std::uint64_t kTimes = 16;
    std::uint64_t rows = 0;
    for (const auto& contribution : m_contributions)
        rows += contribution.rows.size() + 1;
    return kLeast + kTimes * rows;
}

std::vector<CodeSpan> PdbModuleLines::outside(std::vector<CodeSpan> functions) const
{
    std::ranges::sort(functions, {},
                      [](const CodeSpan& span) { return std::pair(span.section, span.begin); });
    std::vector<CodeSpan> spans;
    auto next = functions.begin(); // The first function that ends after the position.
    CodeSpan here;
    for (const auto& contribution : m_contributions) {
        if (contribution.section != here.section)
            here = {contribution.section, 0, 0};
        here.begin = std::max<std::uint64_t>(here.begin, contribution.offset);
        const auto end = std::min<std::uint64_t>(
            std::uint64_t{contribution.offset} + contribution.sizeBytes, UINT32_MAX);
        while (here.begin < end) {
            while (next != functions.end() &&
                   std::pair(next->section, next->end) <= std::pair(here.section, here.begin))
                ++next;
            const bool isBefore = next != functions.end() && next->section == here.section;
            if (isBefore && next->begin <= here.begin) {
                here.begin = next->end;
                continue;
            }
            here.end = isBefore ? std::min(end, next->begin) : end;
            spans.push_back(here);
            here.begin = here.end;
        }
    }
    return spans;
}

std::optional<codeview::InlineeRecord> PdbModuleLines::inlinee(std::uint32_t id) const
{
    const auto found = m_inlinees.find(id);
    return found == m_inlinees.end() ? std::nullopt : std::optional(found->second);
}

} // namespace faultline::pdb

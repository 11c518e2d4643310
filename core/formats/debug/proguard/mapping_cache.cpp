// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/proguard/mapping_cache.h"

#include "core/base/byte_reader.h"
#include "core/base/hash.h"

#include <algorithm>

namespace faultline::proguard {

using namespace cache_format;

namespace {

/// Returns the first index of [first, first + count) for which `isBefore` is false.
template <class IsBefore>
std::uint32_t partitionPoint(std::uint32_t first, std::uint32_t count, IsBefore isBefore)
{
    while (count > 0) {
        const auto half = count / 2;
        if (isBefore(first + half)) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return first;
}

} // namespace

std::size_t classHash(std::string_view obfuscated)
{
    return static_cast<std::size_t>(checksum64(asBytes(obfuscated)));
}

Result<MappingCache> MappingCache::open(ByteView file)
{
    MappingCache cache(std::move(file));
    FL_CHECK(cache.readHeader());
    return cache;
}

Result<void> MappingCache::readHeader()
{
    const Bytes bytes = m_file.span();
    if (bytes.size() < header::kSectionsAt ||
        std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0)
        return fail(ErrorKind::Malformed, "mapping cache: no magic in ", bytes.size(), " bytes");
    if (const auto version = proguard::cache_format::load32(bytes.data() + header::kVersionAt);
        version != kVersion)
        return fail(ErrorKind::Malformed, "mapping cache: version ", version, ", not ", kVersion);
    if (const auto size = proguard::cache_format::load64(bytes.data() + header::kFileSizeAt);
        size != bytes.size())
        return fail(ErrorKind::Malformed, "mapping cache: ", bytes.size(), " bytes, header says ",
                    size);
    std::uint64_t offset = header::kSectionsAt;
    for (std::size_t i = 0; i < kSectionCount; ++i) {
        const auto count = proguard::cache_format::load32(bytes.data() + header::kCountsAt + 4 * i);
        const auto section = ByteReader(bytes).table(offset, count, kRecordBytes[i]);
        if (!section)
            return fail(ErrorKind::Malformed, "mapping cache: section ", i, " with ", count,
                        " records at offset ", Hex{offset}, " does not fit ", bytes.size(),
                        " bytes");
        m_sections[i] = *section;
        offset += (section->size() + 7) / 8 * 8;
    }
    const auto slots = countOf(proguard::cache_format::Section::ClassSlots);
    if (!std::has_single_bit(slots) || slots <= classCount())
        return fail(ErrorKind::Malformed, "mapping cache: ", slots, " slots for ", classCount(),
                    " classes");
    return {};
}

bool MappingCache::verify() const
{
    const Bytes bytes = m_file.span();
    return proguard::cache_format::load64(bytes.data() + header::kChecksumAt) ==
           checksum64(bytes.subspan(header::kFileSizeAt));
}

std::uint32_t MappingCache::countOf(proguard::cache_format::Section section) const
{
    const auto i = static_cast<std::size_t>(section);
    return static_cast<std::uint32_t>(m_sections[i].size() / kRecordBytes[i]);
}

MappingCache::Record MappingCache::record(proguard::cache_format::Section section,
                                          std::uint32_t index) const
{
    const auto i = static_cast<std::size_t>(section);
    if (index >= countOf(section))
        return Record(nullptr);
    return Record(m_sections[i].data() + std::size_t{index} * kRecordBytes[i]);
}

std::string_view MappingCache::text(std::uint32_t ref) const
{
    constexpr std::size_t kLengthBytes = 4;
    const Bytes strings =
        m_sections[static_cast<std::size_t>(proguard::cache_format::Section::Strings)];
    if (!rangeFits(ref, kLengthBytes, strings.size()))
        return {};
    const auto size = proguard::cache_format::load32(strings.data() + ref);
    const auto begin = std::size_t{ref} + kLengthBytes;
    return rangeFits(begin, size, strings.size()) ? asText(strings.subspan(begin, size))
                                                  : std::string_view();
}

std::optional<std::string_view> MappingCache::optionalText(std::uint32_t ref) const
{
    return ref == kNone ? std::nullopt : std::optional(text(ref));
}

std::string_view MappingCache::headerText(std::size_t index) const
{
    return text(proguard::cache_format::load32(m_file.data() + header::kTextsAt + 4 * index));
}

MappingSummary MappingCache::summary() const
{
    const std::byte* const at = m_file.data();
    return {.compiler = headerText(0),
            .compilerVersion = headerText(1),
            .minApi = headerText(2),
            .mapId = headerText(3),
            .mapHash = headerText(4),
            .formatVersion = headerText(5),
            .classCount = classCount(),
            .methodCount = countOf(proguard::cache_format::Section::Entries),
            .fieldCount = countOf(proguard::cache_format::Section::Fields),
            .damagedLines = proguard::cache_format::load32(at + header::kDamagedLinesAt),
            .firstDamagedLine = proguard::cache_format::load32(at + header::kFirstDamagedAt),
            .hasLineInfo = (proguard::cache_format::load32(at + header::kFlagsAt) &
                            header::kHasLineInfo) != 0};
}

MappedClass MappingCache::classAt(std::uint32_t index) const
{
    using enum class_record::Field;
    const auto one = record(proguard::cache_format::Section::Classes, index);
    if (!one)
        return {};
    return {.index = index,
            .obfuscated = text(one[Obfuscated]),
            .original = text(one[Original]),
            .sourceFile = optionalText(one[SourceFile]),
            .isSynthesized = (one[Flags] & class_record::kSynthesized) != 0,
            .firstMethod = one[FirstMethod],
            .methodCount = one[MethodCount],
            .firstField = one[FirstField],
            .fieldCount = one[FieldCount]};
}

std::optional<MappedClass> MappingCache::findClass(std::string_view obfuscated) const
{
    const auto mask = countOf(proguard::cache_format::Section::ClassSlots) - 1;
    auto slot = static_cast<std::uint32_t>(classHash(obfuscated)) & mask;
    // An intact table has free slots, but a damaged one may have none.
    for (std::uint32_t tries = 0; tries <= mask; ++tries, slot = (slot + 1) & mask) {
        const auto index = record(proguard::cache_format::Section::ClassSlots, slot)[0];
        if (index == kNone)
            return std::nullopt;
        const auto one = record(proguard::cache_format::Section::Classes, index);
        if (one && text(one[class_record::Obfuscated]) == obfuscated)
            return classAt(index);
    }
    return std::nullopt;
}

std::optional<MappedClass> MappingCache::findOriginalClass(std::string_view original) const
{
    const auto originalAt = [this](std::uint32_t i) {
        const auto one = record(proguard::cache_format::Section::Classes,
                                record(proguard::cache_format::Section::OriginalOrder, i)[0]);
        return text(one[class_record::Original]);
    };
    const auto count = countOf(proguard::cache_format::Section::OriginalOrder);
    const auto found =
        partitionPoint(0, count, [&](std::uint32_t i) { return originalAt(i) < original; });
    if (found >= count || originalAt(found) != original)
        return std::nullopt;
    return classAt(record(proguard::cache_format::Section::OriginalOrder, found)[0]);
}

MappedMethod MappingCache::methodAt(std::uint32_t index) const
{
    using enum method_record::Field;
    const auto method = record(proguard::cache_format::Section::Methods, index);
    if (!method)
        return {};
    return {.obfuscated = text(method[Name]),
            .firstEntry = method[FirstEntry],
            .entryCount =
                std::min(method[EntryCount], countOf(proguard::cache_format::Section::Entries)),
            .firstParameters = method[FirstParameters],
            .parametersCount = std::min(method[ParametersCount],
                                        countOf(proguard::cache_format::Section::Parameters)),
            .hasRanges = (method[Flags] & method_record::kHasRanges) != 0,
            .hasBase = (method[Flags] & method_record::kHasBase) != 0,
            .isAscending = (method[Flags] & method_record::kAscending) != 0};
}

std::optional<MappedMethod> MappingCache::findMethod(const MappedClass& owner,
                                                     std::string_view obfuscated) const
{
    const auto nameAt = [this](std::uint32_t i) {
        return text(record(proguard::cache_format::Section::Methods, i)[method_record::Name]);
    };
    const auto found = partitionPoint(owner.firstMethod, owner.methodCount,
                                      [&](std::uint32_t i) { return nameAt(i) < obfuscated; });
    if (found - owner.firstMethod >= owner.methodCount || nameAt(found) != obfuscated)
        return std::nullopt;
    return methodAt(found);
}

RecordSpan MappingCache::findParameters(const MappedMethod& method,
                                        std::string_view arguments) const
{
    const auto argumentsAt = [this](std::uint32_t i) {
        return text(
            record(proguard::cache_format::Section::Parameters, i)[parameters_record::Arguments]);
    };
    const auto first = partitionPoint(method.firstParameters, method.parametersCount,
                                      [&](std::uint32_t i) { return argumentsAt(i) < arguments; });
    const auto left = method.parametersCount - (first - method.firstParameters);
    const auto end =
        partitionPoint(first, left, [&](std::uint32_t i) { return argumentsAt(i) == arguments; });
    return {.first = first, .count = end - first};
}

std::uint32_t MappingCache::entryOfParameters(std::uint32_t index) const
{
    return record(proguard::cache_format::Section::Parameters, index)[parameters_record::Entry];
}

EntryRange MappingCache::rangeOf(std::uint32_t entry) const
{
    const auto range = record(proguard::cache_format::Section::Ranges, entry);
    return {.start = range[0], .end = range[1]};
}

MappedEntry MappingCache::entryAt(std::uint32_t index) const
{
    using enum entry_record::Field;
    const auto entry = record(proguard::cache_format::Section::Entries, index);
    if (!entry)
        return {};
    return {.range = rangeOf(index),
            .receiver = text(entry[Class]),
            .namesReceiver = (entry[Flags] & entry_record::kNamesReceiver) != 0,
            .name = text(entry[Name]),
            .arguments = text(entry[Arguments]),
            .returnType = text(entry[ReturnType]),
            .originalFrom = entry[From],
            .originalTo = entry[To],
            .sourceFile = optionalText(entry[SourceFile]),
            .residual = entry[Residual] == kNone ? std::string_view() : text(entry[Residual]),
            .isSynthesized = (entry[Flags] & entry_record::kSynthesized) != 0,
            .isOutline = (entry[Flags] & entry_record::kOutline) != 0,
            .extras = entry[Extras]};
}

RecordSpan MappingCache::entriesAround(const MappedMethod& method, std::uint32_t line) const
{
    if (!method.isAscending)
        return {.first = method.firstEntry, .count = method.entryCount};
    const auto first = partitionPoint(method.firstEntry, method.entryCount,
                                      [&](std::uint32_t i) { return rangeOf(i).end < line; });
    const auto left = method.entryCount - (first - method.firstEntry);
    const auto end =
        partitionPoint(first, left, [&](std::uint32_t i) { return rangeOf(i).start <= line; });
    return {.first = first, .count = end - first};
}

RecordSpan MappingCache::positions(std::uint32_t extras) const
{
    const auto one = record(proguard::cache_format::Section::Extras, extras);
    if (!one)
        return {};
    return {.first = one[extras_record::FirstPosition],
            .count = std::min(one[extras_record::PositionCount],
                              countOf(proguard::cache_format::Section::Positions))};
}

MappedPosition MappingCache::positionAt(std::uint32_t index) const
{
    const auto position = record(proguard::cache_format::Section::Positions, index);
    if (!position)
        return {};
    return {.outline = optionalText(position[position_record::Outline]).value_or(""),
            .outlineLine = position[position_record::OutlineLine],
            .callsiteLine = position[position_record::CallsiteLine]};
}

RecordSpan MappingCache::rules(std::uint32_t extras) const
{
    const auto one = record(proguard::cache_format::Section::Extras, extras);
    if (!one)
        return {};
    return {.first = one[extras_record::FirstRule],
            .count = std::min(one[extras_record::RuleCount],
                              countOf(proguard::cache_format::Section::Rules))};
}

MappedRule MappingCache::ruleAt(std::uint32_t index) const
{
    using enum rule_record::Field;
    const auto rule = record(proguard::cache_format::Section::Rules, index);
    if (!rule)
        return {};
    const auto limit = countOf(proguard::cache_format::Section::Components);
    return {.conditions = {.first = rule[FirstCondition],
                           .count = std::min(rule[ConditionCount], limit)},
            .actions = {.first = rule[FirstAction], .count = std::min(rule[ActionCount], limit)}};
}

MappedComponent MappingCache::componentAt(std::uint32_t index) const
{
    const auto component = record(proguard::cache_format::Section::Components, index);
    if (!component)
        return {};
    const auto kind = static_cast<RewriteComponent::Kind>(component[component_record::Kind]);
    const auto value = component[component_record::Value];
    if (kind == RewriteComponent::Kind::RemoveInnerFrames)
        return {.kind = kind, .text = {}, .count = value};
    return {.kind = kind, .text = text(value), .count = 0};
}

MappedField MappingCache::fieldAt(std::uint32_t index) const
{
    const auto field = record(proguard::cache_format::Section::Fields, index);
    if (!field)
        return {};
    return {.obfuscated = text(field[field_record::Obfuscated]),
            .original = text(field[field_record::Name]),
            .type = text(field[field_record::Type])};
}

std::optional<MappedField> MappingCache::findField(const MappedClass& owner,
                                                   std::string_view obfuscated) const
{
    const auto found = partitionPoint(owner.firstField, owner.fieldCount, [&](std::uint32_t i) {
        return fieldAt(i).obfuscated < obfuscated;
    });
    const auto end = owner.firstField + owner.fieldCount;
    if (found >= end || fieldAt(found).obfuscated != obfuscated)
        return std::nullopt;
    const auto field = fieldAt(found);
    for (auto next = found + 1; next < end && fieldAt(next).obfuscated == obfuscated; ++next) {
        if (fieldAt(next).original != field.original)
            return std::nullopt;
    }
    return field;
}

} // namespace faultline::proguard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/records/record_layout.h"

#include "core/base/byte_reader.h"
#include "core/base/debug_id.h"
#include "core/base/result.h"
#include "core/base/text.h"

#include <algorithm>
#include <utility>

namespace faultline::records {

namespace {

std::uint64_t elementSize(const FieldLayout& layout, unsigned pointerBytes)
{
    if (layout.record != nullptr)
        return sizeOf(*layout.record, pointerBytes);
    return layout.sizeBytes == 0 ? pointerBytes : layout.sizeBytes;
}

std::uint64_t signExtended(std::uint64_t value, std::uint64_t sizeBytes)
{
    if (sizeBytes >= 8)
        return value;
    const std::uint64_t sign = std::uint64_t{1} << (sizeBytes * 8 - 1);
    return (value ^ sign) - sign;
}

std::string textOf(Bytes bytes)
{
    const auto text = asText(bytes);
    return toValidUtf8(text.substr(0, text.find('\0')));
}

std::string wideTextOf(Bytes bytes, std::endian order)
{
    const auto text = utf8FromUtf16(bytes.first(bytes.size() & ~std::size_t{1}), order);
    return text.substr(0, text.find('\0'));
}

std::string identifierOf(Bytes bytes, std::endian order)
{
    constexpr std::size_t kGuidBytes = 16;
    return bytes.size() == kGuidBytes ? DebugId::fromGuid(bytes, 0, order).canonical()
                                      : std::string();
}

} // namespace

std::uint64_t sizeOf(const RecordLayout& layout, unsigned pointerBytes)
{
    std::uint64_t size = 0;
    for (const auto& field : layout.fields)
        size += elementSize(field, pointerBytes) * field.count;
    return size;
}

/// Reads what a field says. The bytes are known to be there.
void FieldWriter::fillIn(DecodedField& field) const
{
    const auto bytes = m_bytes.subspan(static_cast<std::size_t>(field.offset),
                                       static_cast<std::size_t>(field.sizeBytes));
    switch (field.form) {
    case FieldForm::Record:
    case FieldForm::Raw: return;
    case FieldForm::Text: field.text = textOf(bytes); return;
    case FieldForm::WideText: field.text = wideTextOf(bytes, m_order); return;
    case FieldForm::Identifier: field.text = identifierOf(bytes, m_order); return;
    case FieldForm::Unsigned:
    case FieldForm::Signed: break;
    }
    field.number = ByteReader(bytes, m_order).unsignedOf(bytes.size());
    if (field.form == FieldForm::Signed)
        field.number = signExtended(field.number, field.sizeBytes);
}

/// Returns false when the list of fields is full.
bool FieldWriter::add(DecodedField field)
{
    if (m_result.fields.size() >= kMostDecodedFields) {
        m_result.isCut = true;
        return false;
    }
    field.depth = m_depth;
    fillIn(field);
    m_result.fields.push_back(std::move(field));
    return true;
}

bool FieldWriter::writeElement(const FieldLayout& layout, std::string name, std::uint64_t end)
{
    const auto bytes = elementSize(layout, m_pointerBytes);
    if (bytes > end - m_offset)
        return false;
    const bool isAdded = add({.name = std::move(name),
                              .form = layout.record != nullptr ? FieldForm::Record : layout.form,
                              .meaning = layout.meaning,
                              .offset = m_offset,
                              .sizeBytes = bytes});
    if (layout.record == nullptr || !isAdded) {
        m_offset += bytes;
        return isAdded;
    }
    ++m_depth;
    const bool isWhole = write(*layout.record, bytes);
    --m_depth;
    return isWhole;
}

/// An array is a record of its elements.
bool FieldWriter::writeArray(const FieldLayout& layout, std::uint64_t end)
{
    const auto bytes = elementSize(layout, m_pointerBytes) * layout.count;
    const bool isAdded = add({.name = std::string(layout.name),
                              .form = FieldForm::Record,
                              .offset = m_offset,
                              .sizeBytes = std::min(bytes, end - m_offset),
                              .number = layout.count});
    ++m_depth;
    bool isWhole = isAdded;
    for (std::uint32_t i = 0; isWhole && i < layout.count; ++i)
        isWhole = writeElement(layout, concat("[", i, "]"), end);
    --m_depth;
    return isWhole;
}

bool FieldWriter::write(const RecordLayout& layout, std::uint64_t limitBytes)
{
    const auto left = m_bytes.size() - std::min<std::uint64_t>(m_offset, m_bytes.size());
    const auto end = m_offset + std::min<std::uint64_t>(limitBytes, left);
    for (const auto& field : layout.fields) {
        if (m_offset >= end)
            return false;
        const bool isWhole = field.count > 1 ? writeArray(field, end)
                                             : writeElement(field, std::string(field.name), end);
        if (!isWhole)
            return false;
    }
    return true;
}

bool FieldWriter::writeWhole(const RecordLayout& layout)
{
    const bool isWhole = write(layout);
    m_result.isShort = m_result.isShort || (!isWhole && !m_result.isCut);
    return isWhole;
}

void FieldWriter::writeList(std::string_view name, const RecordLayout& entry, const ListHead& head)
{
    const auto known = sizeOf(entry, m_pointerBytes);
    if (head.entryBytes == 0 || head.headBytes > m_bytes.size()) {
        m_result.isShort = true;
        return;
    }
    const auto fitting = (m_bytes.size() - head.headBytes) / head.entryBytes;
    const auto count = std::min<std::uint64_t>(head.count, fitting);
    m_result.isShort = m_result.isShort || count < head.count;
    m_offset = head.headBytes;
    if (!add({.name = std::string(name),
              .form = FieldForm::Record,
              .offset = m_offset,
              .sizeBytes = count * head.entryBytes,
              .number = count}))
        return;
    ++m_depth;
    for (std::uint64_t i = 0; i < count && !m_result.isCut; ++i) {
        m_offset = head.headBytes + i * head.entryBytes;
        add({.name = concat("[", i, "]"),
             .form = FieldForm::Record,
             .offset = m_offset,
             .sizeBytes = head.entryBytes});
        ++m_depth;
        write(entry, std::min(known, head.entryBytes));
        --m_depth;
    }
    --m_depth;
    m_offset = head.headBytes + count * head.entryBytes;
}

void FieldWriter::writeTexts(char separator)
{
    const auto text = asText(m_bytes);
    std::size_t number = 0;
    while (m_offset < text.size()) {
        const auto begin = static_cast<std::size_t>(m_offset);
        const auto end = std::min(text.find(separator, begin), text.size());
        if (end > begin && !add({.name = concat("[", number++, "]"),
                                 .form = FieldForm::Text,
                                 .offset = begin,
                                 .sizeBytes = end - begin}))
            return;
        m_offset = end + 1;
    }
}

std::uint64_t FieldWriter::number(std::uint64_t offset, unsigned sizeBytes)
{
    if (!rangeFits(offset, sizeBytes, m_bytes.size())) {
        m_result.isShort = true;
        return 0;
    }
    return ByteReader(m_bytes.subspan(static_cast<std::size_t>(offset), sizeBytes), m_order)
        .unsignedOf(sizeBytes);
}

} // namespace faultline::records

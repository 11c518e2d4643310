// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/model/decoded_fields.h"

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace faultline::records {

struct RecordLayout;

/// A field of a record, in the order of the bytes and without gaps.
struct FieldLayout
{
    std::string_view name;
    FieldForm form = FieldForm::Unsigned;
    std::uint32_t sizeBytes = 4; ///< Of one element. 0: as wide as a pointer.
    FieldMeaning meaning = FieldMeaning::Plain;
    std::uint32_t count = 1;              ///< More than one: an array of equal elements.
    const RecordLayout* record = nullptr; ///< Of a Record.
};

struct RecordLayout
{
    std::string_view name;
    std::span<const FieldLayout> fields;
};

/// A number of entries and their size, which some lists state themselves.
struct ListHead
{
    std::uint64_t headBytes = 0;
    std::uint64_t entryBytes = 0;
    std::uint64_t count = 0;
};

/// Writes the fields of bytes that are not trusted, up to kMostDecodedFields. Work is linear in the
/// fields that it writes; nesting has the depth of the layouts, which do not come from the file.
class FieldWriter
{
public:
    /// `pointerBytes` is 4 or 8. `bytes` outlive the writer.
    FieldWriter(Bytes bytes, std::endian order, unsigned pointerBytes)
        : m_bytes(bytes), m_order(order), m_pointerBytes(pointerBytes)
    {
    }

    /// The fields of a record at the present offset, as far as `limitBytes` of it reach; then goes
    /// on after it. Returns false when the bytes, the limit, or the room for fields ended.
    bool write(const RecordLayout& layout, std::uint64_t limitBytes = UINT64_MAX);
    /// The same for a record that must be whole: says so when the bytes are too few.
    bool writeWhole(const RecordLayout& layout);
    /// A list of records of `head.entryBytes` each, of which only the known fields are written.
    /// Each is a field "[i]" with the fields below it.
    void writeList(std::string_view name, const RecordLayout& entry, const ListHead& head);
    /// The lines or NUL-terminated parts of a text, each as a field "[i]".
    void writeTexts(char separator);

    std::uint64_t offset() const { return m_offset; }

    /// A number at an offset; zero outside the bytes, which isShort says.
    std::uint64_t number(std::uint64_t offset, unsigned sizeBytes);

    std::uint64_t sizeBytes() const { return m_bytes.size(); }

    unsigned pointerBytes() const { return m_pointerBytes; }

    DecodedFields take() { return std::move(m_result); }

private:
    bool add(DecodedField field);
    bool writeArray(const FieldLayout& layout, std::uint64_t end);
    bool writeElement(const FieldLayout& layout, std::string name, std::uint64_t end);
    void fillIn(DecodedField& field) const;

    Bytes m_bytes;
    std::endian m_order;
    unsigned m_pointerBytes;
    std::uint64_t m_offset = 0;
    std::uint16_t m_depth = 0;
    DecodedFields m_result;
};

/// The size of a record.
std::uint64_t sizeOf(const RecordLayout& layout, unsigned pointerBytes);

} // namespace faultline::records

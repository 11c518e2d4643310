// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/symbfile/messages.h"

#include "core/base/text.h"

#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>

namespace faultline::symbfile {

namespace {

using protozero::pbf_reader;
using protozero::pbf_wire_type;
using protozero::pbf_writer;
using protozero::tag_and_type;

constexpr auto kVarint = pbf_wire_type::varint;
constexpr auto kBytes = pbf_wire_type::length_delimited;

/// Field numbers of symbfile.proto.
namespace range_field {
constexpr protozero::pbf_tag_type kDelta = 1, kSize = 2, kFunctionText = 3, kFileText = 4,
                                  kCallLine = 5, kCallFileText = 6, kDepth = 7, kLineTable = 8,
                                  kFunctionIndex = 9, kFileIndex = 10, kCallFileIndex = 11,
                                  kAbsolute = 12;
} // namespace range_field

namespace line_field {
constexpr protozero::pbf_tag_type kOffset = 1, kNumber = 2;
} // namespace line_field

namespace pad_field {
constexpr protozero::pbf_tag_type kDelta = 1, kFunction = 2, kFile = 3, kLine = 4, kAbsolute = 5;
} // namespace pad_field

constexpr protozero::pbf_tag_type kTableString = 1;

/// A message whose known fields have the numbers 1 to `lastKnown`.
class Fields
{
public:
    Fields(Bytes body, protozero::pbf_tag_type lastKnown)
        : m_reader(asText(body).data(), body.size()), m_lastKnown(lastKnown)
    {
    }

    explicit Fields(pbf_reader reader, protozero::pbf_tag_type lastKnown)
        : m_reader(reader), m_lastKnown(lastKnown)
    {
    }

    bool next() { return m_reader.next(); }

    std::uint32_t tagAndType() const { return m_reader.tag_and_type(); }

    pbf_reader& reader() { return m_reader; }

    /// Skips a field that is unknown or has another type than expected.
    void skip()
    {
        if (m_reader.tag() <= m_lastKnown)
            throw protozero::unknown_pbf_wire_type_exception();
        m_reader.skip();
    }

    std::string_view text()
    {
        const auto view = m_reader.get_view();
        const std::string_view value(view.data(), view.size());
        if (!isValidUtf8(value))
            m_isUtf8 = false;
        return value;
    }

    void appendPacked(std::vector<std::uint32_t>& values)
    {
        for (const auto value : m_reader.get_packed_uint32())
            values.push_back(value);
    }

    bool isUtf8() const { return m_isUtf8; }

private:
    pbf_reader m_reader;
    protozero::pbf_tag_type m_lastKnown;
    bool m_isUtf8 = true;
};

TextField textField(Fields& fields)
{
    return {.kind = TextField::Kind::Text, .text = fields.text(), .index = 0};
}

TextField indexField(Fields& fields)
{
    return {.kind = TextField::Kind::Index, .text = {}, .index = fields.reader().get_uint32()};
}

AddressField absoluteField(Fields& fields)
{
    return {AddressField::Kind::Absolute, fields.reader().get_uint64()};
}

AddressField deltaField(Fields& fields)
{
    return {AddressField::Kind::Delta, static_cast<std::uint64_t>(fields.reader().get_sint64())};
}

/// If a message has several tables, they are merged.
void readLineTable(Fields table, RangeMessage& message)
{
    using namespace line_field;
    while (table.next()) {
        switch (table.tagAndType()) {
        case tag_and_type(kOffset, kBytes): table.appendPacked(message.lineOffsets); break;
        case tag_and_type(kOffset, kVarint):
            message.lineOffsets.push_back(table.reader().get_uint32());
            break;
        case tag_and_type(kNumber, kBytes): table.appendPacked(message.lineNumbers); break;
        case tag_and_type(kNumber, kVarint):
            message.lineNumbers.push_back(table.reader().get_uint32());
            break;
        default: table.skip();
        }
    }
}

void readRange(Fields& fields, RangeMessage& message)
{
    using namespace range_field;
    while (fields.next()) {
        switch (fields.tagAndType()) {
        case tag_and_type(kDelta, kVarint): message.address = deltaField(fields); break;
        case tag_and_type(kAbsolute, kVarint): message.address = absoluteField(fields); break;
        case tag_and_type(kSize, kVarint): message.sizeBytes = fields.reader().get_uint64(); break;
        case tag_and_type(kFunctionText, kBytes): message.function = textField(fields); break;
        case tag_and_type(kFunctionIndex, kVarint): message.function = indexField(fields); break;
        case tag_and_type(kFileText, kBytes): message.file = textField(fields); break;
        case tag_and_type(kFileIndex, kVarint): message.file = indexField(fields); break;
        case tag_and_type(kCallFileText, kBytes): message.callFile = textField(fields); break;
        case tag_and_type(kCallFileIndex, kVarint): message.callFile = indexField(fields); break;
        case tag_and_type(kCallLine, kVarint):
            message.callLine = fields.reader().get_uint32();
            break;
        case tag_and_type(kDepth, kVarint): message.depth = fields.reader().get_uint32(); break;
        case tag_and_type(kLineTable, kBytes):
            readLineTable(Fields(fields.reader().get_message(), line_field::kNumber), message);
            break;
        default: fields.skip();
        }
    }
}

void readReturnPad(Fields& fields, ReturnPadMessage& message)
{
    using namespace pad_field;
    while (fields.next()) {
        switch (fields.tagAndType()) {
        case tag_and_type(kDelta, kVarint): message.address = deltaField(fields); break;
        case tag_and_type(kAbsolute, kVarint): message.address = absoluteField(fields); break;
        case tag_and_type(kFunction, kBytes): fields.appendPacked(message.functions); break;
        case tag_and_type(kFunction, kVarint):
            message.functions.push_back(fields.reader().get_uint32());
            break;
        case tag_and_type(kFile, kBytes): fields.appendPacked(message.files); break;
        case tag_and_type(kFile, kVarint):
            message.files.push_back(fields.reader().get_uint32());
            break;
        case tag_and_type(kLine, kBytes): fields.appendPacked(message.lines); break;
        case tag_and_type(kLine, kVarint):
            message.lines.push_back(fields.reader().get_uint32());
            break;
        default: fields.skip();
        }
    }
}

/// Runs `read` on the fields. protozero reports errors as exceptions, which become results here.
template <class Read>
Result<void> readAll(Bytes body, protozero::pbf_tag_type lastKnown, Read read)
{
    try {
        Fields fields(body, lastKnown);
        read(fields);
        if (!fields.isUtf8())
            return fail(ErrorKind::Malformed, "a text is not UTF-8");
        return {};
    } catch (const protozero::exception& error) {
        return fail(ErrorKind::Malformed, "protobuf: ", error.what());
    }
}

void write(pbf_writer& out,
           const AddressField& address,
           protozero::pbf_tag_type absolute,
           protozero::pbf_tag_type delta)
{
    if (address.kind == AddressField::Kind::Absolute)
        out.add_uint64(absolute, address.value);
    else if (address.kind == AddressField::Kind::Delta)
        out.add_sint64(delta, static_cast<std::int64_t>(address.value));
}

/// Written even if it is zero, because the member of a oneof tells which one is meant.
void write(pbf_writer& out,
           const TextField& field,
           protozero::pbf_tag_type text,
           protozero::pbf_tag_type index)
{
    if (field.kind == TextField::Kind::Text)
        out.add_string(text, field.text.data(), field.text.size());
    else if (field.kind == TextField::Kind::Index)
        out.add_uint32(index, field.index);
}

void writeIfSet(pbf_writer& out, protozero::pbf_tag_type tag, std::uint64_t value)
{
    if (value != 0)
        out.add_uint64(tag, value);
}

} // namespace

Result<RangeMessage> decodeRange(Bytes body)
{
    RangeMessage message;
    FL_CHECK(
        readAll(body, range_field::kAbsolute, [&](Fields& fields) { readRange(fields, message); }));
    return message;
}

Result<ReturnPadMessage> decodeReturnPad(Bytes body)
{
    ReturnPadMessage message;
    FL_CHECK(readAll(body, pad_field::kAbsolute,
                     [&](Fields& fields) { readReturnPad(fields, message); }));
    return message;
}

Result<std::vector<std::string_view>> decodeStringTable(Bytes body)
{
    std::vector<std::string_view> strings;
    FL_CHECK(readAll(body, kTableString, [&](Fields& fields) {
        while (fields.next()) {
            if (fields.tagAndType() == tag_and_type(kTableString, kBytes))
                strings.push_back(fields.text());
            else
                fields.skip();
        }
    }));
    return strings;
}

Result<void> checkHeader(Bytes body)
{
    return readAll(body, 0, [](Fields& fields) {
        while (fields.next())
            fields.skip();
    });
}

std::string encode(const RangeMessage& message)
{
    using namespace range_field;
    std::string body;
    pbf_writer out(body);
    write(out, message.address, kAbsolute, kDelta);
    writeIfSet(out, kSize, message.sizeBytes);
    write(out, message.function, kFunctionText, kFunctionIndex);
    write(out, message.file, kFileText, kFileIndex);
    writeIfSet(out, kCallLine, message.callLine);
    write(out, message.callFile, kCallFileText, kCallFileIndex);
    writeIfSet(out, kDepth, message.depth);
    if (!message.lineOffsets.empty()) {
        pbf_writer table(out, kLineTable);
        table.add_packed_uint32(line_field::kOffset, message.lineOffsets.begin(),
                                message.lineOffsets.end());
        table.add_packed_uint32(line_field::kNumber, message.lineNumbers.begin(),
                                message.lineNumbers.end());
    }
    return body;
}

std::string encode(const ReturnPadMessage& message)
{
    using namespace pad_field;
    std::string body;
    pbf_writer out(body);
    write(out, message.address, kAbsolute, kDelta);
    out.add_packed_uint32(kFunction, message.functions.begin(), message.functions.end());
    out.add_packed_uint32(kFile, message.files.begin(), message.files.end());
    out.add_packed_uint32(kLine, message.lines.begin(), message.lines.end());
    return body;
}

std::string encodeStringTable(const std::vector<std::string_view>& strings)
{
    std::string body;
    pbf_writer out(body);
    for (const auto text : strings)
        out.add_string(kTableString, text.data(), text.size());
    return body;
}

void appendMessage(MessageType type, std::string_view body, std::string& out)
{
    protozero::write_varint(std::back_inserter(out), body.size());
    protozero::write_varint(std::back_inserter(out), static_cast<std::uint32_t>(type));
    out += body;
}

} // namespace faultline::symbfile

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/symbfile/symbfile_reader.h"

#include "core/base/hex.h"

#include <limits>

namespace faultline::symbfile {

namespace {

constexpr std::size_t kMaxVarintBytes = 10;
constexpr std::uint64_t kMaxType = std::numeric_limits<std::int32_t>::max();

std::unexpected<Error> damaged(std::size_t offset, const Error& error)
{
    return fail(ErrorKind::Malformed, "message at offset ", offset, ": ", error.detail);
}

} // namespace

Result<SymbfileReader> SymbfileReader::open(Bytes file)
{
    SymbfileReader reader(file);
    if (!asText(file).starts_with(kMagic))
        return fail(ErrorKind::Unsupported, "no symbfile magic at offset 0");
    reader.m_offset = kMagic.size();
    FL_TRY(const auto header, reader.readMessage());
    if (header.type != static_cast<std::uint64_t>(MessageType::Header))
        return fail(ErrorKind::Malformed, "message at offset ", header.offset, ": type ",
                    header.type, " where the header is expected");
    if (const auto checked = checkHeader(header.body); !checked)
        return damaged(header.offset, checked.error());
    return reader;
}

Result<std::optional<Record>> SymbfileReader::next()
{
    while (m_offset < m_file.size()) {
        FL_TRY(const auto message, readMessage());
        auto record = readRecord(message);
        if (!record)
            return damaged(message.offset, record.error());
        if (*record)
            return record;
    }
    return std::nullopt;
}

/// Absent for a message that is not a record.
Result<std::optional<Record>> SymbfileReader::readRecord(const Message& message)
{
    switch (static_cast<MessageType>(message.type)) {
    case MessageType::Invalid:
    case MessageType::Header:
        return fail(ErrorKind::Malformed, "type ", message.type, " is not allowed here");
    case MessageType::RangeV1: return readRange(message.body);
    case MessageType::ReturnPadV1: return readReturnPad(message.body);
    case MessageType::StringTableV1: {
        FL_TRY(m_strings, decodeStringTable(message.body));
        return std::nullopt;
    }
    case MessageType::LoadAddress:
        m_loadAddress = parseHex(asText(message.body));
        return std::nullopt;
    }
    return std::nullopt;
}

Result<std::uint64_t> SymbfileReader::readVarint(std::string_view what)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < kMaxVarintBytes; ++i) {
        if (m_offset == m_file.size())
            return fail(ErrorKind::Malformed, "file ends within the ", what, " of the message");
        const auto byte = std::to_integer<std::uint64_t>(m_file[m_offset++]);
        value |= (byte & 0x7f) << (7 * i);
        if ((byte & 0x80) == 0)
            return value;
    }
    return fail(ErrorKind::Malformed, "the ", what, " has more than ", kMaxVarintBytes, " bytes");
}

Result<SymbfileReader::Message> SymbfileReader::readMessage()
{
    Message message;
    message.offset = m_offset;
    const auto sizeBytes = readVarint("length");
    if (!sizeBytes)
        return damaged(message.offset, sizeBytes.error());
    if (*sizeBytes > kMaxMessageBytes)
        return fail(ErrorKind::Malformed, "message at offset ", message.offset, ": ", *sizeBytes,
                    " bytes, limit ", kMaxMessageBytes);
    const auto type = readVarint("type");
    if (!type)
        return damaged(message.offset, type.error());
    if (*type > kMaxType)
        return fail(ErrorKind::Malformed, "message at offset ", message.offset, ": type ", *type,
                    " exceeds 31 bits");
    message.type = *type;
    if (*sizeBytes > m_file.size() - m_offset)
        return fail(ErrorKind::Malformed, "message at offset ", message.offset, ": needs ",
                    *sizeBytes, " bytes, ", m_file.size() - m_offset, " left");
    message.body = m_file.subspan(m_offset, static_cast<std::size_t>(*sizeBytes));
    m_offset += message.body.size();
    return message;
}

Result<std::uint64_t> SymbfileReader::addressOf(const AddressField& field)
{
    if (field.kind == AddressField::Kind::None)
        return fail(ErrorKind::Malformed, "record without an address");
    if (field.kind == AddressField::Kind::Absolute) {
        m_lastAddress = field.value;
    } else {
        if (!m_lastAddress)
            return fail(ErrorKind::Malformed, "relative address in the first record");
        *m_lastAddress += field.value;
    }
    return *m_lastAddress;
}

Result<std::string_view> SymbfileReader::tableText(std::uint32_t index) const
{
    if (index >= m_strings.size())
        return fail(ErrorKind::Malformed, "string ", index, " of a table of ", m_strings.size());
    return m_strings[index];
}

Result<std::string_view> SymbfileReader::textOf(const TextField& field) const
{
    return field.kind == TextField::Kind::Index ? tableText(field.index)
                                                : Result<std::string_view>(field.text);
}

Result<std::optional<std::string_view>> SymbfileReader::optionalTextOf(const TextField& field) const
{
    if (field.kind == TextField::Kind::None)
        return std::nullopt;
    FL_TRY(const auto text, textOf(field));
    return text;
}

Result<Record> SymbfileReader::readRange(Bytes body)
{
    FL_TRY(const auto message, decodeRange(body));
    Range range{.address = 0,
                .sizeBytes = message.sizeBytes,
                .function = {},
                .file = std::nullopt,
                .callFile = std::nullopt,
                .callLine = message.callLine,
                .depth = message.depth,
                .lines = {}};
    FL_TRY(range.address, addressOf(message.address));
    if (message.function.kind == TextField::Kind::None)
        return fail(ErrorKind::Malformed, "range without a function");
    FL_TRY(range.function, textOf(message.function));
    FL_TRY(range.file, optionalTextOf(message.file));
    FL_TRY(range.callFile, optionalTextOf(message.callFile));
    if (message.lineOffsets.size() != message.lineNumbers.size())
        return fail(ErrorKind::Malformed, "line table with ", message.lineOffsets.size(),
                    " offsets and ", message.lineNumbers.size(), " lines");
    std::uint64_t offset = 0;
    for (std::size_t i = 0; i < message.lineOffsets.size(); ++i) {
        offset += message.lineOffsets[i];
        range.lines.push_back({offset, message.lineNumbers[i]});
    }
    return range;
}

Result<Record> SymbfileReader::readReturnPad(Bytes body)
{
    FL_TRY(const auto message, decodeReturnPad(body));
    ReturnPad pad;
    FL_TRY(pad.address, addressOf(message.address));
    if (message.functions.size() != message.files.size() ||
        message.functions.size() != message.lines.size())
        return fail(ErrorKind::Malformed, "return pad with ", message.functions.size(),
                    " functions, ", message.files.size(), " files and ", message.lines.size(),
                    " lines");
    for (std::size_t i = 0; i < message.functions.size(); ++i) {
        FL_TRY(const auto function, tableText(message.functions[i]));
        FL_TRY(const auto file, tableText(message.files[i]));
        pad.frames.push_back({function, file, message.lines[i]});
    }
    return pad;
}

} // namespace faultline::symbfile

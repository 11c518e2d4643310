// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/symbfile/symbfile_writer.h"

#include "core/formats/debug/symbfile/symbfile_reader.h"

#include <limits>

namespace faultline::symbfile {

namespace {

constexpr std::uint64_t kTextOverhead = 5;    ///< Bytes for tag and length of a text in a table.
constexpr std::uint64_t kRecordOverhead = 32; ///< Bytes for the numbers of a record.
constexpr std::uint64_t kRowBytes = 4;

} // namespace

Result<void> SymbfileWriter::add(const Record& record)
{
    FL_CHECK(begin());
    if (const auto* range = std::get_if<Range>(&record))
        FL_CHECK(addRange(*range));
    else
        FL_CHECK(addReturnPad(std::get<ReturnPad>(record)));
    if (m_tableBytes >= m_limits.tableBytes || m_bufferedBytes >= m_limits.bufferedBytes)
        return flush();
    return {};
}

Result<void> SymbfileWriter::finish()
{
    FL_CHECK(begin());
    return flush();
}

Result<void> SymbfileWriter::begin()
{
    if (std::exchange(m_begun, true))
        return {};
    m_writtenBytes += kMagic.size();
    FL_CHECK(m_sink(asBytes(kMagic)));
    return put(MessageType::Header, {});
}

SymbfileWriter::Text SymbfileWriter::use(std::string_view text, bool mustBeInTable)
{
    auto place = m_places.find(text);
    if (place == m_places.end()) {
        m_texts.push_back({.text = std::string(text)});
        place = m_places.emplace(m_texts.back().text, static_cast<Text>(m_texts.size() - 1)).first;
        m_tableBytes += kTextOverhead + text.size();
    }
    auto& entry = m_texts[place->second];
    ++entry.uses;
    entry.mustBeInTable |= mustBeInTable;
    return place->second;
}

AddressField SymbfileWriter::addressField(std::uint64_t address)
{
    const auto last = std::exchange(m_lastAddress, address);
    // Unsigned subtraction wraps, and so does the reader's addition.
    return last ? AddressField{AddressField::Kind::Delta, address - *last}
                : AddressField{AddressField::Kind::Absolute, address};
}

Result<void> SymbfileWriter::addRange(const Range& range)
{
    PendingRange pending;
    pending.message.address = addressField(range.address);
    pending.message.sizeBytes = range.sizeBytes;
    pending.message.callLine = range.callLine;
    pending.message.depth = range.depth;
    std::uint64_t last = 0;
    for (const auto& row : range.lines) {
        if (row.offset < last || row.offset - last > std::numeric_limits<std::uint32_t>::max())
            return fail(ErrorKind::Unsupported, "line table: row at ", row.offset, " after ", last);
        pending.message.lineOffsets.push_back(static_cast<std::uint32_t>(row.offset - last));
        pending.message.lineNumbers.push_back(row.line);
        last = row.offset;
    }
    pending.function = use(range.function, false);
    if (range.file)
        pending.file = use(*range.file, false);
    if (range.callFile)
        pending.callFile = use(*range.callFile, false);
    m_bufferedBytes += kRecordOverhead + range.lines.size() * kRowBytes;
    m_pending.emplace_back(std::move(pending));
    return {};
}

Result<void> SymbfileWriter::addReturnPad(const ReturnPad& pad)
{
    PendingPad pending;
    pending.message.address = addressField(pad.address);
    for (const auto& frame : pad.frames) {
        pending.message.functions.push_back(use(frame.function, true));
        pending.message.files.push_back(use(frame.file, true));
        pending.message.lines.push_back(frame.line);
    }
    m_bufferedBytes += kRecordOverhead + pad.frames.size() * 3 * kRowBytes;
    m_pending.emplace_back(std::move(pending));
    return {};
}

/// A text that is used only once stays in its record.
std::string SymbfileWriter::encodeTable()
{
    std::vector<std::string_view> strings;
    for (auto& entry : m_texts) {
        if (entry.uses < 2 && !entry.mustBeInTable)
            continue;
        entry.mustBeInTable = true;
        entry.index = static_cast<std::uint32_t>(strings.size());
        strings.push_back(entry.text);
    }
    return encodeStringTable(strings);
}

TextField SymbfileWriter::textField(const std::optional<Text>& text) const
{
    if (!text)
        return {};
    const auto& entry = m_texts[*text];
    if (entry.mustBeInTable)
        return {.kind = TextField::Kind::Index, .text = {}, .index = entry.index};
    return {.kind = TextField::Kind::Text, .text = entry.text, .index = 0};
}

Result<void> SymbfileWriter::flush()
{
    FL_CHECK(put(MessageType::StringTableV1, encodeTable()));
    for (auto& record : m_pending) {
        if (auto* range = std::get_if<PendingRange>(&record)) {
            range->message.function = textField(range->function);
            range->message.file = textField(range->file);
            range->message.callFile = textField(range->callFile);
            FL_CHECK(put(MessageType::RangeV1, encode(range->message)));
            continue;
        }
        auto& pad = std::get<PendingPad>(record).message;
        for (auto& text : pad.functions)
            text = m_texts[text].index;
        for (auto& text : pad.files)
            text = m_texts[text].index;
        FL_CHECK(put(MessageType::ReturnPadV1, encode(pad)));
    }
    m_pending.clear();
    m_places.clear();
    m_texts.clear();
    m_tableBytes = 0;
    m_bufferedBytes = 0;
    return {};
}

Result<void> SymbfileWriter::put(MessageType type, const std::string& body)
{
    if (body.size() > kMaxMessageBytes)
        return fail(ErrorKind::Unsupported, "a record of ", body.size(), " bytes, limit ",
                    kMaxMessageBytes);
    std::string message;
    appendMessage(type, body, message);
    m_writtenBytes += message.size();
    return m_sink(asBytes(message));
}

} // namespace faultline::symbfile

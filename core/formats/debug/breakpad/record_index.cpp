// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/breakpad/record_index.h"

#include "core/formats/debug/breakpad/line_scanner.h"

#include <algorithm>

namespace faultline::breakpad {

namespace {

/// Units of about this size keep all workers busy and their results small.
constexpr std::size_t kUnitBytes = 1024 * 1024;

bool isLowerHexDigit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

/// One writer makes all records of a file, and no name begins with a number of its own.
bool areOfOldForm(const NumberedTexts& origins)
{
    for (std::size_t i = 0; i < origins.size(); ++i) {
        if (!readInlineOrigin(origins.text(i)).isOfOldForm)
            return false;
    }
    return origins.size() > 0;
}

class Indexer
{
public:
    explicit Indexer(std::string_view text) : m_text(text) {}

    RecordIndex run();

private:
    void addRecord(std::string_view line, std::size_t offset);
    void addNumberedText(NumberedTexts& texts, FieldReader fields);
    void addPublic(FieldReader fields);
    void addFunction(std::size_t offset);

    std::string_view m_text;
    RecordIndex m_index;
};

RecordIndex Indexer::run()
{
    m_index.stackOffset = m_text.size();
    LineScanner lines(m_text);
    while (!lines.atEnd()) {
        const std::string_view line = lines.next();
        // Nearly all lines are line records, which start with an address and are read later.
        if (line.empty() || isLowerHexDigit(line.front()))
            continue;
        if (line.starts_with("STACK ")) {
            m_index.stackOffset = lines.offset();
            break;
        }
        addRecord(line, lines.offset());
    }
    if (!m_index.units.empty())
        m_index.units.back().sizeBytes = m_index.stackOffset - m_index.units.back().offset;
    m_index.files.finish();
    m_index.inlineOrigins.finish();
    m_index.hasOldInlines = areOfOldForm(m_index.inlineOrigins);
    return std::move(m_index);
}

void Indexer::addRecord(std::string_view line, std::size_t offset)
{
    FieldReader fields(line);
    if (fields.accept("FUNC"))
        addFunction(offset);
    else if (fields.accept("PUBLIC"))
        addPublic(fields);
    else if (fields.accept("FILE"))
        addNumberedText(m_index.files, fields);
    else if (fields.accept("INLINE_ORIGIN"))
        addNumberedText(m_index.inlineOrigins, fields);
}

void Indexer::addNumberedText(NumberedTexts& texts, FieldReader fields)
{
    const std::uint64_t id = fields.decimal();
    if (fields.ok())
        texts.add(id, fields.rest(kUnknownName));
    else
        ++m_index.damagedRecords;
}

void Indexer::addPublic(FieldReader fields)
{
    fields.accept("m"); // Several symbols share the address.
    const std::uint64_t address = fields.hex();
    fields.hex(); // Bytes of parameters.
    if (fields.ok())
        m_index.publics.push_back(
            {.address = address, .sizeBytes = 0, .name = fields.rest(kUnknownName)});
    else
        ++m_index.damagedRecords;
}

void Indexer::addFunction(std::size_t offset)
{
    if (!m_index.units.empty()) {
        RecordIndex::Unit& last = m_index.units.back();
        if (offset - last.offset < kUnitBytes)
            return;
        last.sizeBytes = offset - last.offset;
    }
    m_index.units.push_back({.offset = offset, .sizeBytes = 0});
}

} // namespace

void NumberedTexts::finish()
{
    const auto byId = [](const auto& a, const auto& b) { return a.first < b.first; };
    if (!std::ranges::is_sorted(m_entries, byId))
        std::ranges::stable_sort(m_entries, byId);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (i + 1 == m_entries.size() || m_entries[i + 1].first != m_entries[i].first)
            m_entries[kept++] = m_entries[i];
    }
    m_entries.resize(kept);
}

std::size_t NumberedTexts::find(std::uint64_t id) const
{
    if (id < m_entries.size() && m_entries[static_cast<std::size_t>(id)].first == id)
        return static_cast<std::size_t>(id);
    const auto entry =
        std::ranges::lower_bound(m_entries, id, {}, [](const auto& e) { return e.first; });
    return entry != m_entries.end() && entry->first == id
               ? static_cast<std::size_t>(entry - m_entries.begin())
               : m_entries.size();
}

RecordIndex indexRecords(std::string_view text)
{
    return Indexer(text).run();
}

} // namespace faultline::breakpad

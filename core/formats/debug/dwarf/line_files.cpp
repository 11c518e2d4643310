// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/line_files.h"

#include "core/formats/debug/dwarf/dwarf_constants.h"

namespace faultline::dwarf {

namespace {

/// Replaces names in uploaded bitcode: "__hidden#41_".
constexpr std::string_view kHiddenPrefix = "__hidden#";

constexpr std::uint64_t kMd5Bytes = 16;

} // namespace

bool LineFiles::read(DwarfCursor& cursor)
{
    return m_lineHeader.version >= 5 ? readTables(cursor) : readLegacyTables(cursor);
}

/// DWARF 4 §6.2.4, include_directories and file_names.
bool LineFiles::readLegacyTables(DwarfCursor& cursor)
{
    while (cursor.ok()) {
        const auto directory = cursor.cString();
        if (directory.empty())
            break;
        m_directories.push_back(directory);
    }
    while (cursor.ok() && readLegacyFile(cursor)) {
    }
    return cursor.ok();
}

bool LineFiles::readLegacyFile(DwarfCursor& cursor)
{
    object::DebugFile file;
    file.compDir = m_unit.compDir;
    file.name = cursor.cString();
    if (file.name.empty() || !cursor.ok())
        return false;
    const auto directory = cursor.uleb128();
    cursor.skipLeb128(); // Time of last modification.
    cursor.skipLeb128(); // Length in bytes.
    if (!cursor.ok())
        return false;
    // Directory 0 is the compilation directory, which stays implicit. If bitcode hides it with a
    // placeholder, Symbolicator repeats it: before the map is applied it is no path, afterwards it
    // is one.
    if (directory == 0 && m_unit.compDir.starts_with(kHiddenPrefix))
        file.directory = m_unit.compDir;
    if (directory != 0 && directory - 1 < m_directories.size())
        file.directory = m_directories[static_cast<std::size_t>(directory - 1)];
    m_files.push_back(file);
    return true;
}

/// DWARF 5 §6.2.4, directories and file_names, each described by a list of (content, form).
bool LineFiles::readTables(DwarfCursor& cursor)
{
    std::vector<EntryFormat> formats;
    std::uint64_t count = 0;
    if (!readFormats(cursor, formats, count))
        return false;
    for (std::uint64_t i = 0; i < count && cursor.ok(); ++i) {
        const auto begin = cursor.offset();
        m_directories.push_back(readEntry(cursor, formats).name);
        if (cursor.offset() == begin)
            cursor.fail();
    }
    formats.clear();
    if (!cursor.ok() || !readFormats(cursor, formats, count))
        return false;
    m_files.reserve(static_cast<std::size_t>(count));
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto begin = cursor.offset();
        const auto file = readEntry(cursor, formats);
        if (!cursor.ok() || cursor.offset() == begin)
            return false;
        m_files.push_back(file);
    }
    return true;
}

/// An entry of a valid table takes at least one byte, which bounds the count. The readers of
/// entries check it too.
bool LineFiles::readFormats(DwarfCursor& cursor,
                            std::vector<EntryFormat>& formats,
                            std::uint64_t& entryCount) const
{
    const unsigned formatCount = cursor.u8();
    for (unsigned i = 0; i < formatCount; ++i) {
        const auto content = cursor.uleb128();
        formats.push_back({content, cursor.uleb128()});
    }
    entryCount = cursor.uleb128();
    return cursor.ok() && entryCount <= cursor.remaining() && (formatCount != 0 || entryCount == 0);
}

object::DebugFile LineFiles::readEntry(DwarfCursor& cursor,
                                       const std::vector<EntryFormat>& formats) const
{
    object::DebugFile file;
    file.compDir = m_unit.compDir;
    for (const auto& format : formats)
        applyContent(cursor, format, file);
    return file;
}

void LineFiles::applyContent(DwarfCursor& cursor,
                             const EntryFormat& format,
                             object::DebugFile& file) const
{
    if (format.content == DW_LNCT_MD5 && format.form == DW_FORM_data16) {
        file.checksum = asText(cursor.bytes(kMd5Bytes));
        file.checksumKind = object::DebugFile::ChecksumKind::Md5;
        return;
    }
    const auto value = readForm(cursor, format.form, 0, m_lineHeader);
    switch (format.content) {
    case DW_LNCT_path: file.name = text(value); break;
    case DW_LNCT_LLVM_source: file.embeddedSource = text(value); break;
    case DW_LNCT_directory_index:
        if (value.number < m_directories.size())
            file.directory = m_directories[static_cast<std::size_t>(value.number)];
        // Directory 0 repeats the compilation directory; joining a relative one to itself would
        // double it.
        if (value.number == 0 && file.directory == m_unit.compDir)
            file.directory = {};
        break;
    default: break;
    }
}

/// Like textOf(), but an inline string is in .debug_line.
std::string_view LineFiles::text(const DieValue& value) const
{
    if (value.form == DW_FORM_string)
        return m_sections.textAt(m_sections.line, value.number);
    return textOf(m_sections, m_unit, value);
}

} // namespace faultline::dwarf

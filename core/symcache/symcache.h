// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/arch.h"
#include "core/base/byte_view.h"
#include "core/base/debug_id.h"
#include "core/base/file.h"
#include "core/base/language.h"
#include "core/base/result.h"
#include "core/formats/debug/object/debug_info.h"
#include "core/symcache/symcache_format.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace faultline::symcache {

class SymCache;

/// What SymCache::lostNames() means, for people.
std::string lostNamesText(std::uint32_t count);

/// One level of an inline expansion. Texts point into the symcache's bytes.
struct SymFrame
{
    std::string_view
        function;          ///< The (mangled) name in the debug info or symbol table; may be empty.
    std::string_view path; ///< Joined and cleaned; empty when no file is known.
    std::uint32_t file = object::kNoIndex; ///< Argument for SymCache::file().
    std::uint32_t line = 0;                ///< 0 means no line.
    std::uint32_t column = 0;              ///< 0 means unknown.
    std::uint32_t entry =
        object::kNoIndex; ///< The function's first address; object::kNoIndex for inlined levels.
    std::uint32_t rowBegin = 0; ///< First address of the instructions with this position.
    Language language = Language::Unknown;
    bool isInlined = false; ///< The next frame contains this one as an inlined call.
    bool fromSymbolTable = false;
};

/// The frames at one address, innermost first. A cursor over the mapped file: it copies and
/// allocates nothing. Valid as long as its SymCache.
class SymFrames
{
public:
    SymFrames() = default;

    /// The next outer level; absent after the function itself.
    std::optional<SymFrame> next();

private:
    friend class SymCache;

    SymFrames(const SymCache& cache, std::uint32_t row);

    const SymCache* m_cache = nullptr;
    std::uint32_t m_scope = object::kNoIndex;
    std::uint32_t m_file = object::kNoIndex;
    std::uint32_t m_line = 0;
    std::uint32_t m_column = 0;
    std::uint32_t m_rowBegin = 0;
    std::uint32_t m_hops = 0;
};

/// A function, or a part of one that has its own range.
struct SymFunction
{
    std::uint32_t index = 0;
    std::uint32_t begin = 0; ///< Relative addresses, [begin, end).
    std::uint32_t end = 0;
    std::uint32_t entry = 0; ///< Differs from begin for a separate part.
    std::string_view name;
    Language language = Language::Unknown;
    bool fromSymbolTable = false;
};

/// A run of instructions with one source position, for source and disassembly views.
struct SymRow
{
    std::uint32_t begin = 0; ///< Relative addresses, [begin, end).
    std::uint32_t end = 0;
    std::uint32_t file = object::kNoIndex;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::uint32_t inlineDepth = 0; ///< 0 means the function's own code.
    std::string_view function;     ///< Innermost function at this address.
};

struct SymFile
{
    std::string_view path; ///< Joined and cleaned (docs/spec/native.md §9.5).
    object::DebugFile::ChecksumKind checksumKind = object::DebugFile::ChecksumKind::None;
    std::string_view checksum;       ///< Lower-case hex digits; empty for None.
    std::string_view embeddedSource; ///< Empty when the debug info contains none.
};

/// Answers look-ups directly from the bytes of a symcache file. Opening reads and checks only
/// header, section table and bounds. Every look-up checks the references that it follows, so damage
/// yields fewer answers but never an invalid access. Thread-safe.
class SymCache
{
public:
    /// Errors: Malformed, with the record and offset at fault. Another version counts as Malformed
    /// too; such a file is made again.
    static Result<SymCache> open(ByteView file);

    /// False when somebody has cut the mapped file. What was read since may be wrong; ask after
    /// reading.
    bool isIntact() const
    {
        return hasTail() && (missingPageCount() == m_missingPages || isComplete(m_file));
    }

    /// Checks the checksum of every section. Errors: Malformed.
    Result<void> verify() const;

    DebugId debugId() const { return m_debugId; }

    Arch arch() const { return m_arch; }

    std::uint32_t unitCount() const { return m_unitCount; }

    /// Number of units of the debug info that could not be read. damagedRecords() counts the
    /// records dropped in the other units.
    std::uint32_t damagedUnits() const { return m_damagedUnits; }

    std::uint32_t damagedRecords() const { return m_damagedRecords; }

    /// Number of names and paths that were left out because the file's texts overlap more than
    /// those of a real file can.
    std::uint32_t lostNames() const { return m_lostNames; }

    std::uint32_t functionCount() const { return m_functionCount; }

    std::uint32_t fileCount() const { return m_fileCount; }

    std::uint32_t rowCount() const { return m_rowCount; }

    /// Start of the last row: usually the end of all known code. 0 when there are no rows.
    std::uint32_t lastRowStart() const { return m_rowCount == 0 ? 0 : start(m_rowCount - 1); }

    ByteView bytes() const { return m_file; }

    /// Frames at an address relative to the image's start; empty when nothing is known.
    SymFrames lookup(std::uint64_t address) const;

    /// The function that contains the address.
    std::optional<SymFunction> functionAt(std::uint64_t address) const;
    std::optional<SymFunction> function(std::uint32_t index) const;
    /// All functions with exactly this (mangled) name, ascending by address.
    std::vector<SymFunction> functionsNamed(std::string_view name) const;
    /// The rows inside the function's range that belong to it, ascending.
    std::vector<SymRow> rows(const SymFunction& function) const;

    /// The index of each row's function, in the order of the rows; object::kNoIndex for a row
    /// outside all functions.
    std::vector<std::uint32_t> functionsOfRows() const;

    /// Addresses of a row: up to the next row, or without end. Requires index < rowCount().
    struct Extent
    {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
    };

    Extent extentOf(std::uint32_t row) const
    {
        return {start(row), row + 1 < m_rowCount ? start(row + 1) : object::kNoIndex};
    }

    std::optional<SymFile> file(std::uint32_t index) const;

private:
    friend class SymFrames;

    struct Row
    {
        std::uint32_t scope = object::kNoIndex;
        std::uint32_t file = object::kNoIndex;
        std::uint32_t line = 0;
        std::uint32_t column = 0;
    };

    struct Scope
    {
        std::uint32_t parent =
            object::kNoIndex; ///< object::kNoIndex when the parent is the function.
        std::uint32_t name = object::kNoIndex;
        std::uint32_t callFile = object::kNoIndex;
        std::uint32_t callLine = 0;
        std::uint32_t callColumn = 0;
        std::uint32_t entry = object::kNoIndex;
        Language language = Language::Unknown;
        bool fromSymbolTable = false;
    };

    explicit SymCache(ByteView file) : m_file(std::move(file)), m_missingPages(missingPageCount())
    {
    }

    Result<void> readHeader();
    Result<void> readSections();
    Result<void> checkCounts();

    Bytes section(symcache_format::Section which) const
    {
        return m_sections[static_cast<std::size_t>(which)];
    }

    std::uint64_t sectionChecksum(std::size_t index) const;

    /// The last row that starts at or before the address.
    std::optional<std::uint32_t> rowAt(std::uint32_t address) const;
    /// Number of starts below the address among rows [first, last).
    std::uint32_t
    firstStartAfter(std::uint32_t first, std::uint32_t last, std::uint32_t address) const;

    std::uint32_t start(std::uint32_t row) const
    {
        const Bytes starts = section(symcache_format::Section::Starts);
        return symcache_format::load<std::uint32_t>(starts.data() + std::size_t{row} * 4);
    }

    Row row(std::uint32_t index) const;
    std::optional<Scope> scope(std::uint32_t index) const;
    Scope functionScope(std::uint32_t index) const;
    Scope inlineScope(std::uint32_t index) const;
    /// The function at the end of a scope's chain, and the number of levels to it.
    std::optional<std::pair<std::uint32_t, std::uint32_t>>
    outermost(std::uint32_t scopeIndex) const;
    std::string_view string(std::uint32_t index) const;
    std::string_view filePath(std::uint32_t index) const;
    SymFunction functionRecord(std::uint32_t index) const;

    /// A file that is cut within its last page still has that page, with zeros after the cut. The
    /// last byte that is not zero is then zero.
    bool hasTail() const
    {
        return m_tail == nullptr || *static_cast<const volatile std::byte*>(m_tail) != std::byte{0};
    }

    void findTail()
    {
        const Bytes bytes = m_file.span();
        const auto last = std::find_if(bytes.rbegin(), bytes.rend(),
                                       [](std::byte byte) { return byte != std::byte{0}; });
        m_tail = last == bytes.rend() ? nullptr : &*last;
    }

    ByteView m_file;
    const std::byte* m_tail = nullptr; ///< The last byte of `m_file` that is not zero.
    std::uint64_t m_missingPages = 0;  ///< Value at the time of opening.
    std::array<Bytes, symcache_format::kSectionCount> m_sections{};
    DebugId m_debugId;
    Arch m_arch = Arch::Unknown;
    std::uint32_t m_bucketShift = 0;
    std::uint32_t m_bucketCount = 0;
    std::uint32_t m_firstStart = 0;
    std::uint32_t m_rowCount = 0;
    std::uint32_t m_functionCount = 0;
    std::uint32_t m_inlineCount = 0;
    std::uint32_t m_fileCount = 0;
    std::uint32_t m_nameCount = 0;
    std::uint32_t m_stringCount = 0;
    std::uint32_t m_unitCount = 0;
    std::uint32_t m_damagedUnits = 0;
    std::uint32_t m_damagedRecords = 0;
    std::uint32_t m_lostNames = 0;
};

} // namespace faultline::symcache

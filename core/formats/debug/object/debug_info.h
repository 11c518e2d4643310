// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/language.h"
#include "core/base/result.h"

#include <cstdint>
#include <deque>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::object {

inline constexpr std::uint32_t kNoIndex = 0xffffffff;

/// A source file of one unit. All texts are as recorded; the symcache joins and cleans them
/// (docs/spec/native.md §9.5).
struct DebugFile
{
    std::string_view compDir;
    std::string_view directory;
    std::string_view name;
    enum class ChecksumKind : std::uint8_t {
        None,
        Md5,
        Sha1,
        Sha256
    } checksumKind = ChecksumKind::None;
    std::string_view checksum;       ///< Raw bytes; empty for None.
    std::string_view embeddedSource; ///< Source text in the debug info (DW_LNCT_LLVM_source); empty
                                     ///< when there is none.
};

/// One line-table row. It covers `address` up to the function's next row.
struct DebugLine
{
    std::uint32_t address = 0;     ///< Relative to the image's load address.
    std::uint32_t file = kNoIndex; ///< Index into DebugUnit::files.
    std::uint32_t line = 0;        ///< 0 means no line.
    std::uint32_t column = 0;      ///< 0 means unknown.
};

/// A contiguous range of an inlined function.
struct DebugInline
{
    std::uint32_t begin = 0; ///< Relative addresses, [begin, end).
    std::uint32_t end = 0;
    std::uint32_t parent =
        kNoIndex; ///< Index into the unit's inlines; kNoIndex when directly in the function.
    std::string_view name; ///< Mangled if the debug info records that.
    Language language = Language::Unknown;
    std::uint32_t callFile = kNoIndex; ///< Position of the inlined call in the parent.
    std::uint32_t callLine = 0;
    std::uint32_t callColumn = 0;
};

/// A contiguous machine-code range of a function. A function with several ranges (hot/cold) appears
/// once per range.
struct DebugFunction
{
    std::uint32_t begin = 0; ///< Relative addresses, [begin, end), never empty.
    std::uint32_t end = 0;
    std::uint32_t entry = 0; ///< Start of the function that the range belongs to. Equals begin
                             ///< except for split parts.
    std::string_view name;   ///< Mangled if the debug info records that; empty when unknown.
    Language language = Language::Unknown;
    /// Slices of the unit's arrays. Inlines are in depth-first order (parents before children).
    /// Lines are strictly ascending by address and clamped to the range.
    std::uint32_t firstInline = 0;
    std::uint32_t inlineCount = 0;
    std::uint32_t firstLine = 0;
    std::uint32_t lineCount = 0;
};

/// Code that has lines but belongs to no function: assembler sources, thunks, a unit whose entries
/// are in an unavailable file. Symbols may name it.
struct DebugBareLines
{
    std::uint32_t begin = 0; ///< Relative addresses, [begin, end), never empty.
    std::uint32_t end = 0;
    std::uint32_t firstLine = 0; ///< As in DebugFunction.
    std::uint32_t lineCount = 0;
};

/// The functions, inline trees, lines and files of one compilation unit (or PDB module). A plain
/// value. Every string_view points into the object's bytes, into the reader (which must outlive its
/// units), or into `ownedStrings`.
struct DebugUnit
{
    std::vector<DebugFile> files;
    std::vector<DebugFunction> functions;
    std::vector<DebugInline> inlines;
    std::vector<DebugLine> lines;
    std::vector<DebugBareLines> bareLines;
    std::deque<std::string> ownedStrings; ///< A deque, because views into it must survive growth.
    std::uint32_t damagedRecords = 0; ///< Number of records dropped because they could not be read.
    /// What exceeded the limits that keep work and memory in proportion to the file, in a few words
    /// each. They live as long as the program. Records beyond a limit count as damaged.
    std::set<std::string_view> exceeded;
};

/// Reads debug info unit by unit. The unitCount() units are independent: readUnit() is thread-safe
/// and may run on all cores at once. Damage loses its unit, not the file.
class DebugInfoReader
{
public:
    virtual ~DebugInfoReader() = default;

    virtual std::size_t unitCount() const = 0;

    /// Number of units whose place was found but whose beginning could not be read. unitCount()
    /// does not include them.
    virtual std::uint32_t lostUnits() const { return 0; }

    /// Number of records outside all units that could not be read.
    virtual std::uint32_t lostRecords() const { return 0; }

    /// Number of names left out so far because they overlap more than names of a real file can.
    virtual std::uint32_t lostNames() const { return 0; }

    /// Unpacked size of the sections with its texts, as far as the object's bytes are not these.
    virtual std::uint64_t textBytes() const { return 0; }

    /// An estimate of the work for the unit (bytes of debug info), for scheduling.
    virtual std::uint64_t unitWeight(std::size_t unit) const = 0;

    /// Errors: Malformed (this unit cannot be read), Cancelled.
    virtual Result<DebugUnit> readUnit(std::size_t unit, std::stop_token stop) const = 0;

    /// Promises that the unit will not be read again and that texts of its values are no longer
    /// used. The reader may free memory that only this unit needs. Thread-safe.
    virtual void releaseUnit(std::size_t /*unit*/) const {}

    /// Notes about the file as a whole ("split debug info missing"), for people.
    virtual std::vector<std::string> warnings() const { return {}; }
};

} // namespace faultline::object

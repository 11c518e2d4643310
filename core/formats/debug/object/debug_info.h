#pragma once

#include "core/base/language.h"
#include "core/base/result.h"

#include <cstdint>
#include <deque>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::object {

inline constexpr std::uint32_t kNoIndex = 0xffffffff;

/// A source file of one unit. All texts as recorded; joining and cleaning them is the symcache's
/// job (docs/spec/native.md §9.5).
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
    std::string_view checksum; ///< Raw bytes; empty for None.
    std::string_view
        embeddedSource; ///< Text carried by the debug info (DW_LNCT_LLVM_source); empty when none.
};

/// One line-table row: from `address` up to the next row of the function.
struct DebugLine
{
    std::uint32_t address = 0;     ///< Relative to the image's load address.
    std::uint32_t file = kNoIndex; ///< Index into DebugUnit::files.
    std::uint32_t line = 0;        ///< 0: no line.
    std::uint32_t column = 0;      ///< 0: unknown.
};

/// A contiguous range of a function that was inlined.
struct DebugInline
{
    std::uint32_t begin = 0; ///< Relative addresses, [begin, end).
    std::uint32_t end = 0;
    std::uint32_t parent =
        kNoIndex;          ///< Index into the unit's inlines; kNoIndex: directly in the function.
    std::string_view name; ///< Mangled where the debug info has it.
    Language language = Language::Unknown;
    std::uint32_t callFile = kNoIndex; ///< Where the inlined call stands, in the parent.
    std::uint32_t callLine = 0;
    std::uint32_t callColumn = 0;
};

/// A contiguous machine-code range of a function. A function with several ranges (hot/cold) appears
/// once per range.
struct DebugFunction
{
    std::uint32_t begin = 0; ///< Relative addresses, [begin, end), never empty.
    std::uint32_t end = 0;
    std::uint32_t entry =
        0; ///< Start of the function this range belongs to; equals begin except for split parts.
    std::string_view name; ///< Mangled where the debug info has it; empty when unknown.
    Language language = Language::Unknown;
    /// Slices of the unit's arrays. Inlines are in depth-first order (a parent before its
    /// children). Lines are sorted by address, strictly ascending, clamped to the range.
    std::uint32_t firstInline = 0;
    std::uint32_t inlineCount = 0;
    std::uint32_t firstLine = 0;
    std::uint32_t lineCount = 0;
};

/// Code that has lines but belongs to no function: assembler sources, thunks, a unit whose entries
/// are in a file that is not at hand. Symbols may name it.
struct DebugBareLines
{
    std::uint32_t begin = 0; ///< Relative addresses, [begin, end), never empty.
    std::uint32_t end = 0;
    std::uint32_t firstLine = 0; ///< As DebugFunction's.
    std::uint32_t lineCount = 0;
};

/// The functions, inline trees, lines and files of one compilation unit (or PDB module). A plain
/// value; every string_view points into the object's bytes, into the reader (which outlives the
/// units it hands out), or into `ownedStrings`.
struct DebugUnit
{
    std::vector<DebugFile> files;
    std::vector<DebugFunction> functions;
    std::vector<DebugInline> inlines;
    std::vector<DebugLine> lines;
    std::vector<DebugBareLines> bareLines;
    std::deque<std::string> ownedStrings; ///< A deque: views into it survive growth.
    std::uint32_t damagedRecords = 0; ///< Records that were dropped because they could not be read.
};

/// Reads debug info unit by unit. unitCount() units are independent: readUnit() is thread-safe and
/// may run on all cores at once. Damage costs its unit, not the file.
class DebugInfoReader
{
public:
    virtual ~DebugInfoReader() = default;

    virtual std::size_t unitCount() const = 0;

    /// Units whose place in the file was found but not their beginning; unitCount() is without
    /// them.
    virtual std::uint32_t lostUnits() const { return 0; }

    /// Records outside of all units that could not be read.
    virtual std::uint32_t lostRecords() const { return 0; }

    /// A rough weight of the unit's work, for scheduling (bytes of debug info).
    virtual std::uint64_t unitWeight(std::size_t unit) const = 0;

    /// Errors: Malformed (this unit cannot be read), Cancelled.
    virtual Result<DebugUnit> readUnit(std::size_t unit, std::stop_token stop) const = 0;

    /// Says that nobody will read the unit again, nor look at texts of one handed out before:
    /// memory that only it needs may be given back. Thread-safe.
    virtual void releaseUnit(std::size_t /*unit*/) const {}

    /// Notes about the file as a whole ("split debug info missing"), for people.
    virtual std::vector<std::string> warnings() const { return {}; }
};

} // namespace faultline::object

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/golang/pc_values.h"
#include "core/formats/debug/golang/program_image.h"
#include "core/formats/debug/golang/table_header.h"

#include <memory>
#include <string_view>

namespace faultline::golang {

/// A function of the table. Addresses are linked ones. Texts point into the table's bytes.
struct Function
{
    std::uint64_t entry = 0;
    std::uint64_t end = 0; ///< Where the next function begins; padding counts as code of this one.
    std::string_view name;
    /// Offsets of its tables of numbers; 0 when it has none.
    std::uint32_t stackBytes = 0;
    std::uint32_t fileNumbers = 0;
    std::uint32_t lineNumbers = 0;
    std::uint32_t unit = 0; ///< Where the files of its unit begin (from Go 1.16).
    std::uint32_t pcDataCount = 0;
    std::uint32_t functionDataCount = 0;
    std::uint64_t pcData = 0; ///< Offset in the table's bytes, after the record.
};

/// The table of functions that the Go linker writes into every program, and that `strip` leaves
/// there because the runtime needs it (`pclntab`): names, addresses, frame sizes, files and lines.
/// Immutable and thread-safe; holds its bytes. Every look-up checks its offsets.
class FunctionTable
{
public:
    /// Opens the table whose first byte is at `address` of the program. Offsets count from
    /// `textStart`, if the layout has offsets. Errors: as readTableHeader(); Unsupported (the start
    /// of the code is unknown).
    static Result<FunctionTable>
    open(ByteView table, std::uint64_t address, const TableHeader& header, std::uint64_t textStart);

    std::size_t size() const { return static_cast<std::size_t>(m_header.functionCount); }

    std::size_t sizeBytes() const { return m_table.size(); }

    const TableHeader& header() const { return m_header; }

    /// Errors: Malformed (the record lies outside the table, or the function has no code).
    Result<Function> function(std::size_t index) const;

    /// The function with code at a linked address.
    std::optional<Function> find(std::uint64_t address) const;

    /// The table of numbers at an offset that Function has.
    PcValues values(const Function& function, std::uint32_t offset) const;

    /// PCDATA: tables of numbers for the runtime. Absent when the function lacks this one.
    std::optional<PcValues> pcData(const Function& function, std::uint32_t index) const;

    /// FUNCDATA: a pointer, or from Go 1.18 an offset into the runtime's read-only data. Absent
    /// when the function lacks this one. `address` is where the word is in the program.
    struct FunctionData
    {
        std::uint64_t address = 0;
        std::uint64_t value = 0;
    };

    std::optional<FunctionData> functionData(const Function& function, std::uint32_t index) const;

    /// Returns the name of the file that a row's number stands for. Empty when no file has it.
    std::string_view file(const Function& function, std::int32_t number) const;

    /// The name at an offset; absent where no name begins.
    std::optional<std::string_view> nameAt(std::int32_t offset) const;

private:
    FunctionTable(ByteView table,
                  std::uint64_t address,
                  const TableHeader& header,
                  std::uint64_t textStart)
        : m_table(std::move(table)), m_address(address), m_header(header), m_textStart(textStart)
    {
    }

    std::uint64_t addressOf(std::size_t index) const;
    std::string_view textAt(std::uint64_t offset) const;
    ByteReader readerAt(std::uint64_t offset) const;

    ByteView m_table;
    std::uint64_t m_address = 0;
    TableHeader m_header;
    std::uint64_t m_textStart = 0;
};

} // namespace faultline::golang

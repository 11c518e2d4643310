// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <optional>
#include <string_view>
#include <vector>

namespace faultline::codeview {

/// Kinds of symbol records that are read here (microsoft-pdb, cvinfo.h, SYM_ENUM_e).
enum SymbolKind : std::uint16_t {
    kSymEnd = 0x0006,
    kSymThunk32 = 0x1102,
    kSymBlock32 = 0x1103,
    kSymWith32 = 0x1104,
    kSymPublic32 = 0x110e,
    kSymLocalProc32 = 0x110f,
    kSymGlobalProc32 = 0x1110,
    kSymSeparatedCode = 0x1132,
    kSymLocalProc32Id = 0x1146,
    kSymGlobalProc32Id = 0x1147,
    kSymInlineSite = 0x114d,
    kSymInlineSiteEnd = 0x114e,
    kSymProcIdEnd = 0x114f,
    kSymLocalProc32Dpc = 0x1155,
    kSymLocalProc32DpcId = 0x1156,
    kSymInlineSite2 = 0x115d,
};

/// One record of a symbol or type stream: its kind and all its bytes, with the four-byte prefix.
struct CodeViewRecord
{
    std::uint16_t kind = 0;
    std::uint32_t offset = 0; ///< Offset of the prefix from the start of the stream.
    Bytes bytes;
};

/// Walks the records of a stream from `offset`. Ends at the first record that does not fit.
class CodeViewRecords
{
public:
    CodeViewRecords(Bytes stream, std::uint32_t offset) : m_stream(stream), m_offset(offset) {}

    std::optional<CodeViewRecord> next();

    /// True when the walk stopped before the end of the stream.
    bool isDamaged() const { return m_damaged; }

private:
    Bytes m_stream;
    std::uint64_t m_offset;
    bool m_damaged = false;
};

// Records as LLVM's CodeView reader decodes them. Texts point into the record's bytes. All
// functions return nothing for a damaged record or one of another kind.

struct ProcedureRecord
{
    std::uint32_t codeBytes = 0;
    std::uint32_t type = 0; ///< Index into the type stream or into the id stream.
    bool typeIsId =
        false; ///< The record is of a kind that compilers write and linkers replace (…_ID).
    std::uint32_t offset = 0;
    std::uint16_t section = 0;
    std::string_view name;
};

std::optional<ProcedureRecord> readProcedure(const CodeViewRecord& record);

/// Code that the compiler moved out of its function (S_SEPCODE).
struct SeparatedCodeRecord
{
    std::uint32_t parent = 0; ///< Stream offset of the function's record.
    std::uint32_t codeBytes = 0;
    std::uint32_t offset = 0;
    std::uint32_t parentOffset = 0;
    std::uint16_t section = 0;
    std::uint16_t parentSection = 0;
};

std::optional<SeparatedCodeRecord> readSeparatedCode(const CodeViewRecord& record);

struct PublicRecord
{
    std::uint32_t offset = 0;
    std::uint16_t section = 0;
    std::string_view name;
};

std::optional<PublicRecord> readPublic(const CodeViewRecord& record);

/// One line of an inlined function. Counts from the start of the containing function and from the
/// inlined function's first line.
struct InlineLine
{
    std::uint32_t offset = 0;
    std::optional<std::uint32_t>
        sizeBytes; ///< Absent: extends to the next line. 0: the line has no code.
    std::int32_t lineDelta = 0;
    std::optional<std::uint32_t>
        file; ///< Offset of a checksum record; absent: the file that declares the function.
};

struct InlineSiteRecord
{
    std::uint32_t inlinee = 0; ///< Index into the id stream.
    std::vector<InlineLine> lines;
};

std::optional<InlineSiteRecord> readInlineSite(const CodeViewRecord& record);

/// A type or id record, reduced to what names need.
struct TypeRecord
{
    enum class Kind : std::uint8_t {
        Other,
        Named,
        Pointer,
        Modifier,
        Procedure,
        MemberFunction,
        ArgumentList,
        Array,
        FunctionId,
        MemberFunctionId,
        StringId
    };
    enum class PointerMode : std::uint8_t { Pointer, LvalueReference, RvalueReference, ToMember };

    Kind kind = Kind::Other;
    PointerMode pointerMode = PointerMode::Pointer;
    bool isConst = false;       ///< For Modifier and Pointer.
    bool isConstructor = false; ///< For Procedure and MemberFunction.
    std::uint32_t target = 0; ///< Pointee, modified type, element, return type, function type of an
                              ///< id, or underlying type.
    std::uint32_t scope = 0;  ///< Class of a member function; scope (an id) or class of an id.
    std::uint32_t thisType = 0;  ///< For MemberFunction; 0 when static.
    std::uint32_t arguments = 0; ///< Index of an ArgumentList.
    std::uint64_t sizeBytes = 0; ///< For Named, Pointer and Array; 0 for forward references.
    std::string_view name;
    std::vector<std::uint32_t> list; ///< For ArgumentList.
};

std::optional<TypeRecord> readType(Bytes record);

/// Line rows of one piece of code (a C13 "lines" subsection).
struct LineContribution
{
    struct Row
    {
        std::uint32_t offset = 0; ///< Counted from the start of the contribution.
        std::uint32_t line = 0;
        std::uint32_t column = 0;
        std::uint32_t file = 0; ///< Offset of a checksum record.
    };

    std::uint16_t section = 0;
    std::uint32_t offset = 0;
    std::uint32_t sizeBytes = 0;
    std::vector<Row> rows; ///< As stored: sorted only within each file.
};

std::optional<LineContribution> readLines(Bytes subsection);

struct ChecksumRecord
{
    std::uint32_t offset = 0; ///< Offset within the subsection; lines refer to files by it.
    std::uint32_t name = 0;   ///< Offset into the string table.
    std::uint8_t kind = 0;    ///< 0 none, 1 MD5, 2 SHA-1, 3 SHA-256.
    Bytes checksum;
};

std::vector<ChecksumRecord> readChecksums(Bytes subsection);

/// The declaration of an inlined function.
struct InlineeRecord
{
    std::uint32_t inlinee = 0;
    std::uint32_t file = 0;            ///< Offset of a checksum record.
    std::optional<std::uint32_t> line; ///< Line of the function's beginning; absent when unknown.
};

std::vector<InlineeRecord> readInlinees(Bytes subsection);

} // namespace faultline::codeview

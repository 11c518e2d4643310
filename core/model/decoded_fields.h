// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace faultline {

/// What the number of a field stands for, so that whoever shows it can say what it means.
enum class FieldMeaning : std::uint8_t {
    Plain,
    Address,    ///< In the process.
    FileOffset, ///< Where something begins in the file.
    ByteCount,
    ThreadId,
    ProcessId,
    UnixTime, ///< Seconds.
    FileTime, ///< 100 ns since 1601.
    Duration100Ns,
    Protection,    ///< PAGE_… of Windows.
    ExceptionCode, ///< Of the system that wrote the file.
    AuxType,       ///< AT_… of an auxiliary vector.
    Signal,
    Flags,
};

/// How the bytes of a field are written.
enum class FieldForm : std::uint8_t {
    Record,   ///< Has fields below it.
    Unsigned, ///< 1, 2, 4 or 8 bytes.
    Signed,
    Text,     ///< Bytes up to the first NUL.
    WideText, ///< UTF-16 up to the first NUL.
    Raw,
    Identifier, ///< A GUID.
};

/// A field of a stream, of a note, or of a structure in memory.
struct DecodedField
{
    std::uint16_t depth = 0; ///< 0: the outermost ones.
    std::string name; ///< As the headers of the format call it; "[3]" for an entry of a list.
    FieldForm form = FieldForm::Unsigned;
    FieldMeaning meaning = FieldMeaning::Plain;
    std::uint64_t offset = 0; ///< From the start of the stream or structure.
    std::uint64_t sizeBytes = 0;
    std::uint64_t number = 0; ///< Sign-extended for Signed; the number of entries of a list.
    std::string text = {};    ///< Of Text, WideText and Identifier; UTF-8, repaired.
};

/// The fields in the order of their bytes. A record stands before its fields.
struct DecodedFields
{
    std::vector<DecodedField> fields;
    bool isCut = false;   ///< There are more entries than kMostDecodedFields allows.
    bool isShort = false; ///< The bytes end before the last field.
};

/// Most fields of one stream that are decoded.
inline constexpr std::size_t kMostDecodedFields = 20'000;

} // namespace faultline

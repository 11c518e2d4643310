// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::symbfile {

/// The protobuf messages of a symbfile in their encoded form: texts may be indices into a string
/// table, and addresses may be relative to the previous record. Source: symbfile.proto of
/// open-telemetry/opentelemetry-ebpf-profiler (docs/spec/symbfile.md §2). Views point into the
/// decoded bytes.

enum class MessageType : std::uint32_t {
    Invalid = 0,
    Header = 1,
    RangeV1 = 2,
    ReturnPadV1 = 3,
    StringTableV1 = 4,
    /// Ours: the load address in hexadecimal digits. Only files in the store have it, never files
    /// that are served (core/server/symbfile).
    LoadAddress = 0x464c01
};

struct TextField
{
    enum class Kind : std::uint8_t { None, Text, Index } kind = Kind::None;
    std::string_view text;
    std::uint32_t index = 0;
};

struct AddressField
{
    enum class Kind : std::uint8_t { None, Absolute, Delta } kind = Kind::None;
    std::uint64_t value = 0; ///< A delta is stored in two's complement.
};

struct RangeMessage
{
    AddressField address;
    std::uint64_t sizeBytes = 0;
    TextField function;
    TextField file;
    TextField callFile;
    std::uint32_t callLine = 0;
    std::uint32_t depth = 0;
    std::vector<std::uint32_t> lineOffsets; ///< Each is relative to the previous one.
    std::vector<std::uint32_t> lineNumbers;
};

struct ReturnPadMessage
{
    AddressField address;
    std::vector<std::uint32_t> functions; ///< Indices, outermost first.
    std::vector<std::uint32_t> files;     ///< Indices.
    std::vector<std::uint32_t> lines;
};

// Errors of all functions: Malformed (unreadable protobuf, a field with another type than declared,
// text that is not UTF-8). Unknown fields are ignored; if a field is repeated, the last one counts.
Result<RangeMessage> decodeRange(Bytes body);
Result<ReturnPadMessage> decodeReturnPad(Bytes body);
Result<std::vector<std::string_view>> decodeStringTable(Bytes body);
/// A header has no fields. Unknown fields are accepted.
Result<void> checkHeader(Bytes body);

std::string encode(const RangeMessage& message);
std::string encode(const ReturnPadMessage& message);
std::string encodeStringTable(const std::vector<std::string_view>& strings);

/// Appends length, type and body to `out`.
void appendMessage(MessageType type, std::string_view body, std::string& out);

} // namespace faultline::symbfile

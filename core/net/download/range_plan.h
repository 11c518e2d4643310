// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/transport/transport.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::net {

/// Bytes `first` to `last` of a file, inclusive.
struct ByteRange
{
    std::uint64_t first = 0;
    std::uint64_t last = 0;

    std::uint64_t size() const { return last - first + 1; }

    friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

std::uint64_t totalSizeOf(const std::vector<ByteRange>& ranges);

/// "bytes 0-99/1234" (RFC 9110 §14.4).
struct ContentRange
{
    ByteRange range;
    std::uint64_t totalBytes = 0;

    friend bool operator==(const ContentRange&, const ContentRange&) = default;
};

/// Absent when malformed, when the unit is not bytes, or without range or length ('*').
std::optional<ContentRange> parseContentRange(std::string_view value);

/// "bytes=0-99", the value of a Range header.
std::string rangeHeader(const ByteRange& range);

/// What to do with a successful answer to the request for the first range
/// (docs/spec/sources-and-caches.md §8.2).
enum class FirstAnswer : std::uint8_t {
    Whole,          ///< The body is the whole file, whatever lengths the headers announce.
    Empty,          ///< The file has no bytes.
    FirstPart,      ///< The body is the first of several ranges.
    TooLarge,       ///< The file exceeds the limit.
    AskWithoutRange ///< The server does not handle ranges reliably.
};

/// For answers with status 2xx or 416.
FirstAnswer judgeFirstAnswer(const HttpHead& head, std::optional<std::uint64_t> maxBytes);

/// The ranges that cover bytes `first` to the end. There is one for every `partBytes` begun, at
/// most four; all but the last have equal size. Each but the last ends one byte inside the next
/// (§8.2). `first` is less than `totalBytes`.
std::vector<ByteRange>
splitRest(std::uint64_t first, std::uint64_t totalBytes, std::uint64_t partBytes);

/// Does the validator prove that bytes are identical (RFC 9110 §8.8.1)? Weak validators do not.
bool isStrongETag(std::string_view eTag);

/// The missing parts of a file from a server that supports ranges and names the file by a strong
/// validator.
struct ResumePlan
{
    std::uint64_t totalBytes = 0;
    std::string eTag;
    std::vector<std::string>
        contentEncodings; ///< Encodings of the first answer; all answers must have the same.
    std::vector<ByteRange> missing;
};

} // namespace faultline::net

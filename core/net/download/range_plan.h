#pragma once

#include "core/net/transport/transport.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::net {

/// Bytes `first` to `last` of a file, both included.
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

/// Absent when malformed, of another unit, or without range or length ('*').
std::optional<ContentRange> parseContentRange(std::string_view value);

/// "bytes=0-99", the value of a Range header.
std::string rangeHeader(const ByteRange& range);

/// What to do with a successful answer to a request for the first range
/// (docs/spec/sources-and-caches.md §8.2).
enum class FirstAnswer : std::uint8_t {
    Whole,          ///< The body is the file, whatever the announced lengths say.
    Empty,          ///< The file has no bytes.
    FirstPart,      ///< The body is the first of several ranges.
    TooLarge,       ///< More than the limit.
    AskWithoutRange ///< The server cannot be trusted with ranges.
};

/// For answers with status 2xx or 416.
FirstAnswer judgeFirstAnswer(const HttpHead& head, std::optional<std::uint64_t> maxBytes);

/// The ranges that cover bytes `first` to the end: at most four, as many as `partBytes` fit begun,
/// of equal size but for the last; each but the last ends one byte inside the next (§8.2).
/// `first` is less than `totalBytes`.
std::vector<ByteRange>
splitRest(std::uint64_t first, std::uint64_t totalBytes, std::uint64_t partBytes);

/// A validator that says that bytes are the same (RFC 9110 §8.8.1): weak ones do not.
bool isStrongETag(std::string_view eTag);

/// What is left of a file that a server gives in ranges and names by a strong validator.
struct ResumePlan
{
    std::uint64_t totalBytes = 0;
    std::string eTag;
    std::vector<std::string> contentEncodings; ///< Of the first answer; all must have the same.
    std::vector<ByteRange> missing;
};

} // namespace faultline::net

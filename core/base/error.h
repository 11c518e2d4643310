#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace faultline {

/// Why something could not be had. Callers branch on this and on nothing else.
enum class ErrorKind : std::uint8_t {
    NotFound = 1,     ///< The source answered: not there.
    PermissionDenied, ///< The source refused us.
    Timeout,          ///< No answer in time; the detail is the duration, e.g. "200ms".
    DownloadFailed,   ///< Connection, DNS, TLS, 5xx.
    Malformed,        ///< We have it, it is damaged.
    Unsupported,      ///< We have it, it cannot serve this purpose.
    Cancelled,        ///< Someone stopped waiting. Never cached.
    Internal,         ///< Our fault. Never cached.
};

/// Stable machine name of a kind ("not_found", "malformed", …), used in caches, logs and JSON.
std::string_view errorKindName(ErrorKind kind);

/// A failure: a kind to branch on and a text for people (lower case, no full stop, names record,
/// offset, expected and found).
struct Error
{
    ErrorKind kind = ErrorKind::Internal;
    std::string detail;
    bool momentary = false; ///< Says how things are just now; no cache may keep it.

    /// The text Symbolicator's API shows for this error, e.g. "download failed: 500 Internal Server
    /// Error". Source: docs/spec/native.md §4 (getsentry/symbolicator cache_error.rs).
    std::string describe() const;

    friend bool operator==(const Error&, const Error&) = default;
};

} // namespace faultline

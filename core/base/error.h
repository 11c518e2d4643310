// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace faultline {

/// Why something is not available. Callers branch on the kind, never on the detail. The last ones
/// are narrower than one of the others: broadKind() tells which.
enum class ErrorKind : std::uint8_t {
    NotFound,         ///< It is not there: the source says so, or the file lacks it.
    PermissionDenied, ///< The source, or the system, refused access.
    Timeout,          ///< No answer in time; the detail gives the duration, e.g. "200ms".
    DownloadFailed,   ///< No connection, or an answer that is neither the file nor its absence.
    Malformed,        ///< The data are damaged.
    Unsupported,      ///< The data are intact but cannot serve this purpose.
    Cancelled,        ///< The request was cancelled, or the network is off. Never cached.
    Internal,         ///< A fault of our own or of this machine. Never cached.
    TooLarge,         ///< Malformed: a file exceeds the limit for its size.
    Restricted,       ///< DownloadFailed: the address is one that nobody may be sent to.
    SwitchedOff,      ///< DownloadFailed: the settings allow no such download. Never cached.
    NoDescriptor,     ///< DownloadFailed: this process has no free descriptor. Never cached.
    Conflict,         ///< Internal: somebody else changed what was to be changed. Never cached.
};

/// Stable machine name of a kind ("not_found", "malformed", …), used in caches, logs and JSON.
std::string_view errorKindName(ErrorKind kind);

/// The kind that Symbolicator's API knows: the wider kind of a narrow one, otherwise the same.
ErrorKind broadKind(ErrorKind kind);

/// A failure: a kind for callers and a text for users. The text is in lower case without full stop;
/// it names record, offset, expected and found values. Only code that shows it reads it.
struct Error
{
    ErrorKind kind = ErrorKind::Internal;
    std::string detail;
    bool momentary = false; ///< The failure may pass soon; no cache may keep it.

    /// The text that Symbolicator's API shows for this error, e.g. "download failed: 500 Internal
    /// Server Error". Source: docs/spec/native.md §4 (getsentry/symbolicator cache_error.rs).
    std::string describe() const;

    /// The same for our own texts: the detail tells what is absent, or why nobody was asked.
    std::string explain() const;

    friend bool operator==(const Error&, const Error&) = default;
};

} // namespace faultline

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace faultline::redact {

/// A part of a text: [begin, end).
struct Part
{
    std::size_t begin = 0;
    std::size_t end = 0;

    std::string_view in(std::string_view text) const { return text.substr(begin, end - begin); }
};

// Each function tells what begins at `at` in a text. Texts come from outside and may be anything.
// Together they look at each byte a bounded number of times.

/// The user in a path of a home folder whose first separator is at `at`: "/home/NAME",
/// "/Users/NAME", "C:\Users\NAME". "/data/home/NAME" is no home folder.
std::optional<Part> findHomeOwner(std::string_view text, std::size_t at);

/// The host in "\\HOST\share".
std::optional<Part> findShareHost(std::string_view text, std::size_t at);

/// A URL with a host. Its end leaves out the line and column that stack traces append.
std::optional<Part> findUrl(std::string_view text, std::size_t at);
/// User and password in a URL (without '@').
std::optional<Part> findUrlOwner(std::string_view text, const Part& url);

std::optional<Part> findMail(std::string_view text, std::size_t at);

/// An IPv4 or IPv6 address without a port, or an address of a network card (aa:bb:…). Addresses of
/// the machine itself (127.0.0.1, ::1) are none.
std::optional<Part> findNetworkAddress(std::string_view text, std::size_t at);

/// The security identifier of a Windows account ("S-1-5-21-…").
std::optional<Part> findAccountId(std::string_view text, std::size_t at);

} // namespace faultline::redact

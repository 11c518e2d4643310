// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline {

/// The lines of source text around a position.
struct ContextLines
{
    std::vector<std::string> before; ///< In file order.
    std::optional<std::string> line;
    std::vector<std::string> after;

    friend bool operator==(const ContextLines&, const ContextLines&) = default;
};

/// A place in source text with all that is known about it. Every kind of frame has one: native,
/// script, JVM.
struct SourcePosition
{
    std::optional<std::string> function; ///< As shown to people (demangled, deobfuscated).
    std::optional<std::string> file;     ///< "filename" of the protocols.
    std::optional<std::string> absPath;
    std::optional<std::uint32_t>
        line; ///< Counted from 1; 0 means that there is known to be no line.
    std::optional<std::uint32_t> column; ///< Counted from 1.
    ContextLines context;
    std::optional<std::string> link; ///< URL of the source text on a server.

    friend bool operator==(const SourcePosition&, const SourcePosition&) = default;
};

} // namespace faultline

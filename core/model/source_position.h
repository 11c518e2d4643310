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

/// A place in source text, as far as it is known. Every kind of frame has one: native, script, JVM.
struct SourcePosition
{
    std::optional<std::string> function; ///< As people read it (demangled, deobfuscated).
    std::optional<std::string> file;     ///< "filename" of the protocols.
    std::optional<std::string> absPath;
    std::optional<std::uint32_t> line;   ///< 1-based; 0 is a known "no line".
    std::optional<std::uint32_t> column; ///< 1-based.
    ContextLines context;
    std::optional<std::string> link; ///< URL of the source text on a server.

    friend bool operator==(const SourcePosition&, const SourcePosition&) = default;
};

} // namespace faultline

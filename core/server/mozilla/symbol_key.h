// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace faultline::server::mozilla {

/// The place of a file in a symbol server: `<debug file>/<debug id>/<file>`. The parts are usable
/// as names of files: none is empty, "." or "..", contains '/', or is too long for a file system.
struct SymbolKey
{
    std::string debugFile; ///< For look-ups also a code file.
    std::string id;        ///< Upper-case hex digits.
    std::string file;

    std::string path() const;
};

/// Absent when a part is not allowed (docs/spec/mozilla-api.md §13).
std::optional<SymbolKey>
makeSymbolKey(std::string_view debugFile, std::string_view id, std::string_view file);

/// Splits a path with two slashes. Absent for other paths and for parts that are not allowed.
std::optional<SymbolKey> parseSymbolKey(std::string_view path);

} // namespace faultline::server::mozilla

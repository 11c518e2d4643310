// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/debug/sourcemap/map_file.h"
#include "core/formats/debug/sourcemap/token.h"

#include <optional>
#include <vector>

namespace faultline::sourcemap {

/// The functions of one original source by position, from Metro's function maps
/// (`x_facebook_sources`). Source: docs/spec/javascript.md §6.5 (facebook/metro
/// packages/metro-source-map, getsentry/rust-sourcemap src/hermes.rs).
class FunctionMap
{
public:
    /// Errors: Malformed (a damaged number, or the index of a name that does not exist).
    static Result<FunctionMap> parse(const FunctionMapText& text);

    /// Returns the function at an original position; absent before the first entry.
    std::optional<std::string_view> nameAt(Position original) const;

private:
    struct Entry
    {
        Position start; ///< The line counts from 0; in the text it counts from 1.
        std::uint32_t name = 0;
    };

    std::vector<Entry> m_entries; // Sorted by position.
    std::vector<std::string_view> m_names;
};

} // namespace faultline::sourcemap

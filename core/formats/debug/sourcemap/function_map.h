#pragma once

#include "core/base/result.h"
#include "core/formats/debug/sourcemap/map_file.h"
#include "core/formats/debug/sourcemap/token.h"

#include <optional>
#include <vector>

namespace faultline::sourcemap {

/// Which function of one original source a position belongs to: Metro's function maps
/// (`x_facebook_sources`). Source: docs/spec/javascript.md §6.5 (facebook/metro
/// packages/metro-source-map, getsentry/rust-sourcemap src/hermes.rs).
class FunctionMap
{
public:
    /// Errors: Malformed (a damaged number, a name that is not listed).
    static Result<FunctionMap> parse(const FunctionMapText& text);

    /// The function at an original position; absent in front of the first entry.
    std::optional<std::string_view> nameAt(Position original) const;

private:
    struct Entry
    {
        Position start; ///< Line 0-based, unlike in the text.
        std::uint32_t name = 0;
    };

    std::vector<Entry> m_entries; // By position.
    std::vector<std::string_view> m_names;
};

} // namespace faultline::sourcemap

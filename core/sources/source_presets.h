#pragma once

#include "core/sources/source_config.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace faultline::sources {

/// A well-known public symbol server. None is asked unless somebody chooses it.
struct SourcePreset
{
    std::string_view id;
    std::string_view name;
    std::string_view url;
    LayoutType layout = LayoutType::Symstore;
    std::string_view fileTypes;    ///< Names, separated by blanks; empty: all.
    std::string_view pathPatterns; ///< The same.
    std::string_view userAgent;    ///< Empty: ours.
    bool hasIndex = false;
    bool requiresChecksum = false;
};

/// Source: docs/spec/sources-and-caches.md §16.1 (getsentry/sentry, src/sentry/conf/server.py, and
/// public lists). That a server exists today is not promised.
std::span<const SourcePreset> sourcePresets();

std::optional<SourcePreset> findSourcePreset(std::string_view id);

/// The preset as a source; public, with the id "preset:<id>".
SourceConfig sourceOf(const SourcePreset& preset);

/// What asking the server tells whoever runs it, for people who choose.
std::string whatIsSent(const SourcePreset& preset);

/// The preset as an element of `sources:` in a configuration file.
std::string yamlOf(const SourcePreset& preset);

} // namespace faultline::sources

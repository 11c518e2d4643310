// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/source_config.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace faultline::sources {

/// A well-known public symbol server. It is asked only if the user chooses it.
struct SourcePreset
{
    std::string_view id;
    std::string_view name;
    std::string_view url;
    LayoutType layout = LayoutType::Symstore;
    std::string_view fileTypes;    ///< Names, separated by blanks; empty means all.
    std::string_view pathPatterns; ///< Globs, separated by blanks; empty means all.
    std::string_view userAgent;    ///< Empty means our own.
    bool hasIndex = false;
    bool requiresChecksum = false;
};

/// Source: docs/spec/sources-and-caches.md §16.1 (getsentry/sentry, src/sentry/conf/server.py, and
/// public lists). A listed server may no longer exist.
std::span<const SourcePreset> sourcePresets();

std::optional<SourcePreset> findSourcePreset(std::string_view id);

/// The preset as a public source with the id "preset:<id>".
SourceConfig sourceOf(const SourcePreset& preset);

/// Tells users what requests reveal to the server's operator.
std::string whatIsSent(const SourcePreset& preset);

/// The preset as an element of `sources:` in a configuration file.
std::string yamlOf(const SourcePreset& preset);

} // namespace faultline::sources

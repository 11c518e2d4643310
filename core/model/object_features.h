// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace faultline {

enum class SourceServer : std::uint8_t { Git, Perforce, Other };

/// What an object can be used for. Rules for each format: docs/spec/native.md §2.3.
struct ObjectFeatures
{
    bool hasDebugInfo = false;
    bool hasUnwindInfo = false;
    bool hasSymbols = false;
    bool hasSources = false;
    std::optional<SourceServer> sourceServer; ///< Set for a PDB with a srcsrv stream.

    friend bool operator==(const ObjectFeatures&, const ObjectFeatures&) = default;
};

} // namespace faultline

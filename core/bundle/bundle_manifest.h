// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redact/redact.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::bundle {

/// The name of the first member. It tells a bundle from other zip archives.
inline constexpr std::string_view kManifestName = "faultline-report.json";

/// Why a bundle has no crash file.
enum class OriginalState : std::uint8_t {
    Stored,
    NotShared, ///< The profile does not carry it.
    TooLarge,
    Unknown ///< Nobody had it when the bundle was written.
};

inline constexpr OriginalState kLastOriginalState = OriginalState::Unknown;

/// "stored", "not_shared", "too_large", "unknown".
std::string_view originalStateName(OriginalState state);

struct ManifestSource
{
    std::string path;   ///< As the frames name it.
    std::string member; ///< Of the archive.
};

/// What the members of a bundle are (docs/report-bundle.md).
struct BundleManifest
{
    redact::Profile profile = redact::Profile::Full;
    std::string fileName; ///< Of the crash file; may be empty.
    OriginalState original = OriginalState::Unknown;
    std::vector<ManifestSource> sources;
};

std::string writeManifest(const BundleManifest& manifest);

/// Errors: Malformed, Unsupported (written by a later version).
Result<BundleManifest> readManifest(std::string_view text);

} // namespace faultline::bundle

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/net/transport/transport.h"

#include <chrono>
#include <optional>
#include <string>

namespace faultline::net {

inline constexpr std::uint32_t kPartialContent = 206;
inline constexpr std::uint32_t kRangeNotSatisfiable = 416;

/// The error for a final status; absent for success (2xx). Table: docs/spec/sources-and-caches.md
/// §8.3. 408, 425 and 429 are temporary (DownloadFailed), not absence.
std::optional<Error> errorForStatus(const HttpHead& head);

/// "403 Forbidden"; the bare number for statuses without a well-known phrase.
std::string statusText(std::uint32_t status);

/// "200ms", "10s", "4m 33s".
std::string durationText(std::chrono::milliseconds duration);

} // namespace faultline::net

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

namespace faultline::net {

/// Which of the waiting transfers starts first. Among equals, the longest waiting one does.
enum class Urgency : std::uint8_t { First, Ordinary, Later, Last };

/// Shared by whoever needs a file and its transfers. It may change while they wait; then call
/// Downloader::urgenciesChanged(). Null means Ordinary.
using SharedUrgency = std::shared_ptr<const std::atomic<Urgency>>;

} // namespace faultline::net

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/status/status_facts.h"

namespace faultline::server {

/// What the system knows of this process. What it does not tell is absent.
ProcessFacts readProcessFacts();

/// The memory of this process that is present; absent where the system does not tell.
std::optional<std::uint64_t> residentBytes();

} // namespace faultline::server

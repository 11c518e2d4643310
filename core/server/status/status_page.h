// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/status/status_facts.h"

#include <string>

namespace faultline::server {

/// A page without scripts. Its forms carry `token`.
std::string renderStatusPage(const ServerFacts& facts, const std::string& token);

std::string renderStatusJson(const ServerFacts& facts);

} // namespace faultline::server

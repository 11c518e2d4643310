// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"
#include "core/server/status/status_facts.h"

#include <string>

namespace faultline::server {

/// The facts of the status page. `token` is what its actions need.
std::string renderStatusJson(const ServerFacts& facts, const std::string& token);

/// What became of the modules of one request, with the reasons that the workbench gives.
std::string renderModulesJson(const Report& report);

} // namespace faultline::server

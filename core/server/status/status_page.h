// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"
#include "core/server/status/status_facts.h"

#include <string>

namespace faultline::server {

/// A page without scripts. Its forms carry `token`.
std::string renderStatusPage(const ServerFacts& facts, const std::string& token);

/// The modules of one request and the places where their files were looked for, with the reasons
/// that the workbench gives.
std::string renderModulesPage(const std::string& requestId, const Report& report);

} // namespace faultline::server

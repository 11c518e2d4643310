// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/service_config.h"

#include <string_view>
#include <vector>

namespace faultline::app {

/// Sets those settings of `next` that cannot change while the server runs to the values in
/// `running`. Returns the keys whose values differed.
std::vector<std::string_view> keepFixedSettings(const config::ServiceConfig& running,
                                                config::ServiceConfig& next);

} // namespace faultline::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/service_config.h"

#include <string>
#include <vector>

namespace faultline::app {

/// What a configuration has that nobody else may learn, whether it stands in the file or comes from
/// a variable: values of `${NAME}`, tokens and keys that clients send, credentials of sources and
/// of proxies. Empty values are left out; a value may be there more than once.
std::vector<std::string> knownSecrets(const config::ServiceConfig& config);

} // namespace faultline::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/service_config.h"
#include "core/config/yaml_document.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::config {

/// What loading a configuration needs from outside.
struct ConfigEnvironment
{
    EnvironmentLookup variable;
    /// Parses a JSON list. Errors: Malformed.
    std::function<Result<std::vector<sources::SourceConfig>>(std::string_view json)> readSources;
    /// Resolves an element of `import_sources`. Errors: Malformed, NotFound.
    std::function<Result<std::vector<sources::SourceConfig>>(const std::string& name)>
        importSources{};
};

/// Reads the text of a configuration file over the given defaults. Unknown keys are
/// ignored, with a remark; missing keys keep their defaults. A key for what does not work yet is an
/// error. Errors: Malformed and NotFound, with key, line and column
/// ("caches.derived.max_unused_for: … at line 7 column 21").
Result<ServiceConfig> parseConfig(const std::string& text,
                                  const ConfigEnvironment& environment,
                                  ServiceConfig defaults = {});

} // namespace faultline::config

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/json/json_document.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::config {

/// Value of an environment variable; absent when it is not set.
using EnvironmentLookup = std::function<std::optional<std::string>(const std::string& name)>;

/// Reads YAML, and so also JSON, into a document: plain scalars get the type that YAML 1.2's core
/// schema gives them, and a scalar that consists of `${NAME}` alone is replaced by that variable
/// (docs/spec/http-api.md §11.1). Aliases are copied. Errors: Malformed ("… at line L column C"),
/// NotFound (a variable that is not set).
Result<json::JsonDocument> parseYaml(const std::string& text, const EnvironmentLookup& environment);

} // namespace faultline::config

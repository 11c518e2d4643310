// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/json/json_document.h"

#include <optional>
#include <string>
#include <string_view>

namespace faultline::mcp {

/// The result of "prompts/list".
std::string promptList();

/// The result of "prompts/get": our own words, and of the arguments only names of open crashes, so
/// that nothing else can be put into them. Errors: Malformed (no such prompt, a missing or wrong
/// argument).
Result<std::string> getPrompt(std::string_view name,
                              const std::optional<json::JsonValue>& arguments);

} // namespace faultline::mcp

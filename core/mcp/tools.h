// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mcp/open_crashes.h"

#include <string>
#include <string_view>

namespace faultline::mcp {

/// A call of a tool.
struct ToolCall
{
    std::string name;
    std::optional<json::JsonValue> arguments{};
};

/// What a call works with.
struct ToolContext
{
    const Services& services;
    OpenCrashes& crashes;
    OnStep step;
    const std::stop_token& stop;
};

/// The result of "tools/list". It has less than 12 KB.
const std::string& toolList();

/// The result of "tools/call", as JSON. Whatever comes out of the crash is below the key
/// "untrusted", also what an error quotes. A tool that fails gives a result with "isError". Errors:
/// Malformed (no such tool, or arguments that its schema does not allow), Cancelled.
Result<std::string> callTool(const ToolContext& context, const ToolCall& call);

/// An object with what the crash wrote below "untrusted".
std::string markedError(const Error& error);

} // namespace faultline::mcp

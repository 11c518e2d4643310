#pragma once

#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace faultline::apple {

/// The two parts of an .ips file (docs/spec/native.md §20.1). Views refer to the text.
struct IpsParts
{
    std::string_view header; ///< One JSON object on one line; empty for a payload alone.
    std::string_view body;   ///< The payload, or a text report when the bug type is 109.
};

/// Whether a text is an .ips file: JSON that begins like one, or a translated report with the JSON
/// behind its "Full Report" line.
bool looksLikeIps(std::string_view text);

/// Splits a text that looks like an .ips file.
IpsParts splitIps(std::string_view text);

/// "jetsam" for "298"; empty for types that are not known.
std::string_view bugTypeName(std::string_view bugType);

} // namespace faultline::apple

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace faultline::apple {

/// The two parts of an .ips file (docs/spec/native.md §20.1). Views refer to the text.
struct IpsParts
{
    std::string_view
        header;            ///< One JSON object on one line; empty when the file has only a payload.
    std::string_view body; ///< The payload; for bug type 109 a text report.
};

/// Is the text an .ips file? It is JSON that begins like one, or a translated report with the JSON
/// after its "Full Report" line.
bool looksLikeIps(std::string_view text);

/// Splits a text that looks like an .ips file.
IpsParts splitIps(std::string_view text);

/// "jetsam" for "298"; empty for unknown types.
std::string_view bugTypeName(std::string_view bugType);

} // namespace faultline::apple

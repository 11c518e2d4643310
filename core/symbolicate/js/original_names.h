#pragma once

#include "core/formats/debug/script/original_functions.h"
#include "core/formats/debug/sourcemap/token.h"

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace faultline::js {

/// Names of functions read in the original texts of one event, each parsed once. One thread uses
/// it.
class OriginalNames
{
public:
    explicit OriginalNames(std::stop_token stop) : m_stop(std::move(stop)) {}

    /// The function around a place of a source; "<anonymous>" when it has no name, or none is
    /// around. Absent when the text cannot be parsed.
    std::optional<std::string>
    functionAt(const std::string& url, std::string_view text, sourcemap::Position position);

private:
    using Parsed = Result<script::OriginalFunctions>;

    std::map<std::string, Parsed> m_sources; // By URL and content.
    std::stop_token m_stop;
};

} // namespace faultline::js

#pragma once

#include "core/formats/debug/script/original_functions.h"
#include "core/formats/debug/sourcemap/token.h"

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace faultline::js {

/// Names of functions from the original texts of one event. Each text is parsed once. Use it on one
/// thread.
class OriginalNames
{
public:
    explicit OriginalNames(std::stop_token stop) : m_stop(std::move(stop)) {}

    /// Returns the function around a position in a source, or "<anonymous>" if it has no name or
    /// there is none. Absent when the text cannot be parsed.
    std::optional<std::string> functionAt(const std::string& url,
                                          std::string_view text,
                                          sourcemap::Position position,
                                          script::OriginalFunctions::Edge edge);

private:
    using Parsed = Result<script::OriginalFunctions>;

    std::map<std::string, Parsed> m_sources; // Keyed by URL and content.
    std::stop_token m_stop;
};

} // namespace faultline::js

#pragma once

#include <string>
#include <utility>
#include <vector>

namespace faultline {

/// `{"from": regex, "to": replacement}` for the debug file of the module with the lowest address (spec/http-api.md §5.5).
struct RewriteRule
{
    std::string from;
    std::string to;
};

struct ScrapingConfig
{
    bool enabled = true;
    bool verifySsl = true;
    std::vector<std::string> allowedOrigins{"*"};
    std::vector<std::pair<std::string, std::string>> headers;
};

} // namespace faultline

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcebundle/source_links.h"

#include "core/base/text.h"

#include <algorithm>

namespace faultline::sourcebundle {

void SourceLinks::add(std::string_view pattern, std::string_view url)
{
    auto text = toLowerAscii(pattern);
    if (!text.ends_with('*')) {
        m_exact.emplace(std::move(text), url);
        return;
    }
    text.pop_back();
    m_prefixes.emplace(std::move(text), url);
}

std::optional<std::string> SourceLinks::resolve(std::string_view path) const
{
    const auto lower = toLowerAscii(path);
    if (const auto exact = m_exact.find(lower); exact != m_exact.end())
        return exact->second;
    for (auto length = lower.size() + 1; length-- > 0;) {
        const auto prefix = m_prefixes.find(std::string_view(lower).substr(0, length));
        if (prefix == m_prefixes.end())
            continue;
        std::string rest(path.substr(length));
        std::replace(rest.begin(), rest.end(), '\\', '/');
        auto url = prefix->second;
        if (const auto star = url.find('*'); star != std::string::npos)
            url.replace(star, 1, rest);
        return url;
    }
    return std::nullopt;
}

} // namespace faultline::sourcebundle

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/debuginfod_urls.h"

#include "core/base/text.h"
#include "core/sources/remote_file.h"
#include "core/sources/url.h"

#include <algorithm>

namespace faultline::sources {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view takeWord(std::string_view& text)
{
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    const auto word = text.substr(0, std::min(text.find_first_of(kBlanks), text.size()));
    text.remove_prefix(word.size());
    return word;
}

/// Servers answer below "/buildid", which is added unless the URL already ends with it.
std::string rootOf(std::string_view url)
{
    while (url.ends_with('/'))
        url.remove_suffix(1);
    if (url.ends_with("/buildid"))
        return concat(url, "/");
    return concat(url, "/buildid/");
}

} // namespace

Result<std::vector<SourceConfig>> parseDebuginfodUrls(std::string_view text)
{
    std::vector<SourceConfig> sources;
    for (auto word = takeWord(text); !word.empty(); word = takeWord(text)) {
        if (toLowerAscii(word).starts_with("ima:"))
            continue;
        const auto parts = splitUrl(word);
        const bool isHttp =
            equalsIgnoreCase(parts.scheme, "http") || equalsIgnoreCase(parts.scheme, "https");
        if (!isHttp || parts.host.empty())
            return fail(ErrorKind::Malformed, "debuginfod: \"",
                        escapeControls(withoutCredentials(word)), "\" is no http address");
        SourceConfig source;
        const auto root = rootOf(word);
        source.id = concat("debuginfod:", withoutCredentials(root));
        source.layout.type = LayoutType::Debuginfod;
        source.filters.fileTypes = {FileType::ElfCode, FileType::ElfDebug};
        source.where = HttpSource{root, {}, false};
        if (std::ranges::find(sources, source.id, &SourceConfig::id) == sources.end())
            sources.push_back(std::move(source));
    }
    return sources;
}

} // namespace faultline::sources

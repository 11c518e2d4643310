// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/script_paths.h"

#include "core/base/result.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace faultline::js {

namespace {

std::vector<std::string_view> splitAt(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (;;) {
        const auto at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos)
            return parts;
        text.remove_prefix(at + 1);
    }
}

bool isHexDigit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool isHex(std::string_view text)
{
    return std::ranges::all_of(text, isHexDigit);
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Recognises "v1" and "1.0.0": digits with dots, optionally with a 'v' before them.
bool isVersion(std::string_view segment)
{
    if (segment.starts_with('v') || segment.starts_with('V'))
        segment.remove_prefix(1);
    if (segment.empty())
        return false;
    for (const auto number : splitAt(segment, '.')) {
        if (number.empty() || !std::ranges::all_of(number, isDigit))
            return false;
    }
    return true;
}

constexpr std::array<std::string_view, 9> kUsualFolders{
    "javascript", "javascripts", "script",       "scripts",         "js",
    "build",      "static",      "node_modules", "bower_components"};

/// Tells whether a folder is so common in builds of scripts that it says nothing about the module.
bool isUsualFolder(std::string_view segment)
{
    if (segment.empty()) // An empty segment comes from a doubled slash.
        return true;
    if (std::string_view("_.~").find(segment[0]) != std::string_view::npos)
        return true;
    const bool isNamed = std::ranges::any_of(
        kUsualFolders, [&](std::string_view folder) { return equalsIgnoreCase(folder, segment); });
    const auto size = segment.size();
    const bool isHash = (size == 7 || size == 8 || size == 32 || size == 40) && isHex(segment);
    return isNamed || isHash || isVersion(segment);
}

std::string_view withoutUsualFolders(std::string_view path)
{
    for (auto slash = path.find('/');
         slash != std::string_view::npos && isUsualFolder(path.substr(0, slash));
         slash = path.find('/'))
        path.remove_prefix(slash + 1);
    return path;
}

/// Removes "-7d6d00e" or ".7d6d00e" from the end.
std::string_view withoutCommit(std::string_view path)
{
    constexpr std::size_t kLeastDigits = 7;
    std::size_t digits = 0;
    while (digits < path.size() && isHexDigit(path[path.size() - 1 - digits]))
        ++digits;
    if (digits < kLeastDigits || digits == path.size())
        return path;
    const char before = path[path.size() - 1 - digits];
    return before == '-' || before == '.' ? path.substr(0, path.size() - 1 - digits) : path;
}

std::string_view trimmedSuffixes(std::string_view name)
{
    constexpr std::array<std::string_view, 9> kSuffixes{".min", ".js", ".map", ".cjs", ".mjs",
                                                        ".ts",  ".d",  ".jsx", ".tsx"};
    for (bool isTrimmed = true; isTrimmed;) {
        isTrimmed = false;
        for (const auto suffix : kSuffixes) {
            while (name.ends_with(suffix)) {
                name.remove_suffix(suffix.size());
                isTrimmed = true;
            }
        }
    }
    return name;
}

/// Joins the segments of `base` and `right` to one path below the host (docs/spec/javascript.md
/// §3.3, steps 5 and 6).
std::string joinedSegments(std::string_view scheme, std::string_view rest, std::string_view right)
{
    auto segments = splitAt(rest, '/');
    std::string path;
    if (scheme != "file") {
        path = concat(scheme, "://", segments.front());
        segments.erase(segments.begin());
    } else if (segments.front().empty()) {
        segments.erase(segments.begin());
    }
    if (!segments.empty())
        segments.pop_back();
    const bool isHttp = scheme == "http" || scheme == "https";
    bool isFirst = true;
    for (const auto segment : splitAt(right, '/')) {
        if (segment == ".." && (!segments.empty() || isHttp)) {
            if (!segments.empty())
                segments.pop_back();
            continue;
        }
        if (segment == "." && (isHttp || isFirst))
            continue;
        isFirst = false;
        segments.push_back(segment);
    }
    for (const auto segment : segments) {
        if (!segment.empty())
            path += concat("/", segment);
    }
    return path;
}

bool isNamespaceCharacter(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("_@.-").find(c) != std::string_view::npos;
}

/// A path with a drive, or on another machine.
bool isWindowsPath(std::string_view path)
{
    const bool hasDrive = path.size() > 2 && path[1] == ':' && path[2] == '\\';
    return hasDrive || path.starts_with("\\\\");
}

/// Returns the rest of a name after "webpack://my-app/./"; empty for other names.
std::string_view afterNamespace(std::string_view name)
{
    for (const std::string_view scheme : {"webpack://", "webpack-internal://"}) {
        if (!name.starts_with(scheme))
            continue;
        const auto rest = name.substr(scheme.size());
        const auto slash = rest.find('/');
        if (slash == std::string_view::npos || slash == 0 ||
            !std::ranges::all_of(rest.substr(0, slash), isNamespaceCharacter) ||
            !rest.substr(slash).starts_with("/./"))
            continue;
        return rest.substr(slash + 3);
    }
    return {};
}

} // namespace

std::string joinPaths(std::string_view base, std::string_view right)
{
    if (right.find("://") != std::string_view::npos || right.starts_with("webpack:") ||
        right.starts_with("turbopack:"))
        return std::string(right);
    std::string_view scheme = "file";
    auto rest = base;
    if (const auto at = base.find("://"); at != std::string_view::npos) {
        scheme = base.substr(0, at);
        rest = base.substr(at + 3);
    }
    if (right.starts_with('~'))
        right.remove_prefix(1);
    if (!right.starts_with('/'))
        return joinedSegments(scheme, rest, right);
    if (scheme == "file")
        return std::string(right);
    if (right.starts_with("//"))
        return concat(scheme, "://", right.substr(2));
    return concat(scheme, "://", rest.substr(0, rest.find('/')), right);
}

std::string withoutDotSegments(std::string_view url)
{
    const auto at = url.find("://");
    const auto scheme = url.substr(0, at);
    const bool hasFolders = scheme == "http" || scheme == "https" || scheme == "file";
    const auto start = at == std::string_view::npos ? at : url.find('/', at + 3);
    if (!hasFolders || start == std::string_view::npos)
        return std::string(url);
    const auto end = std::min(url.find_first_of("?#", start), url.size());
    std::vector<std::string_view> kept;
    for (const auto segment : splitAt(url.substr(start + 1, end - start - 1), '/')) {
        if (segment == ".." && !kept.empty())
            kept.pop_back();
        else if (segment != ".." && segment != ".")
            kept.push_back(segment);
    }
    std::string plain(url.substr(0, start));
    for (const auto segment : kept)
        plain += concat("/", segment);
    return plain.append(url.substr(end));
}

std::string_view withoutHost(std::string_view path)
{
    if (path.starts_with('~'))
        return path.substr(1);
    const auto scheme = path.find("://");
    if (scheme == std::string_view::npos)
        return path;
    const auto rest = path.substr(scheme + 3);
    const auto slash = rest.find('/');
    return slash == std::string_view::npos ? rest : rest.substr(slash);
}

std::string relativePath(std::string_view url)
{
    std::string ofWindows;
    if (isWindowsPath(url)) {
        ofWindows = url;
        std::ranges::replace(ofWindows, '\\', '/');
        url = ofWindows;
    }
    auto path = withoutHost(url);
    path = path.substr(0, path.find_first_of("?#"));
    std::string relative;
    while (!path.empty()) {
        const auto slash = path.find('/');
        const auto component = path.substr(0, slash);
        path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
        if (component.empty() || component == "." || component == ".." || component == "~")
            continue;
        relative += relative.empty() ? "" : "/";
        relative += component;
    }
    return relative;
}

std::string fileStem(std::string_view path)
{
    path = withoutHost(path);
    const auto slash = path.rfind('/');
    if (slash == std::string_view::npos)
        return std::string(path);
    auto name = path.substr(slash + 1);
    name = name.substr(0, name.find('?'));
    name = name.substr(0, name.find('#'));
    return concat(path.substr(0, slash + 1), trimmedSuffixes(name));
}

std::vector<std::string> candidateUrls(std::string_view url)
{
    url = url.substr(0, url.find('#'));
    const auto path = withoutHost(url);
    std::vector<std::string> urls{std::string(url)};
    if (const auto query = url.find('?'); query != std::string_view::npos)
        urls.emplace_back(url.substr(0, query));
    urls.push_back(concat("~", path));
    if (const auto query = path.find('?'); query != std::string_view::npos)
        urls.push_back(concat("~", path.substr(0, query)));
    return urls;
}

std::string cleanWebpackName(std::string_view name)
{
    if (const auto at = name.find("/~/"); at != std::string_view::npos)
        return concat("~/", name.substr(at + 3));
    if (const auto rest = afterNamespace(name); !rest.empty())
        return concat("./", rest);
    for (const std::string_view prefix : {"webpack:///", "webpack-internal:///"}) {
        if (name.starts_with(prefix))
            return std::string(name.substr(prefix.size()));
    }
    return std::string(name);
}

std::string cleanTurbopackName(std::string_view name)
{
    if (const auto at = name.find("/~/"); at != std::string_view::npos)
        return concat("~/", name.substr(at + 3));
    constexpr std::string_view kPrefix = "turbopack:///";
    constexpr std::string_view kProject = "[project]/";
    if (!name.starts_with(kPrefix))
        return std::string(name);
    name.remove_prefix(kPrefix.size());
    if (name.starts_with(kProject))
        name.remove_prefix(kProject.size());
    return std::string(name);
}

std::string moduleNameOf(std::string_view path)
{
    path = withoutHost(path);
    path = path.substr(0, path.find_first_of("#?"));
    if (const auto at = path.find_last_of("./"); at != std::string_view::npos && path[at] == '.')
        path = path.substr(0, at);
    if (path.ends_with(".min"))
        path.remove_suffix(4);
    const auto segments = splitAt(path, '/');
    for (const auto segment : segments) {
        // 32 characters of any kind are accepted, because in the reference "or" and "and" bind this
        // way.
        if (segment.size() != 32 && !(segment.size() == 40 && isHex(segment)))
            continue;
        const auto end = static_cast<std::size_t>(segment.data() - path.data()) + segment.size();
        return std::string(path.substr(std::min(end + 1, path.size())));
    }
    return std::string(withoutCommit(withoutUsualFolders(path)));
}

} // namespace faultline::js

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/source_path.h"

#include <algorithm>
#include <vector>

namespace faultline::symcache {

namespace {

bool isSeparator(char c)
{
    return c == '/' || c == '\\';
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// "C:" followed by a separator or the end.
bool hasDrive(std::string_view path)
{
    return path.size() >= 2 && isLetter(path[0]) && path[1] == ':' &&
           (path.size() == 2 || isSeparator(path[2]));
}

bool isWindowsPath(std::string_view path)
{
    return hasDrive(path) || path.find('\\') != std::string_view::npos;
}

bool isUnc(std::string_view path)
{
    return path.starts_with("\\\\");
}

/// "<built-in>", "<command line>": not a file.
bool isPlaceholder(std::string_view path)
{
    return path.size() >= 2 && path.front() == '<' && path.back() == '>';
}

std::string_view withoutTrailingSeparators(std::string_view path)
{
    while (!path.empty() && isSeparator(path.back()))
        path.remove_suffix(1);
    return path;
}

} // namespace

std::string joinPath(std::string_view base, std::string_view other)
{
    if (isPlaceholder(other) || base.empty() || hasDrive(other) || isUnc(other) ||
        other.starts_with('/'))
        return std::string(other);
    if (other.empty())
        return std::string(base);
    if (other.front() == '\\') { // Absolute on the current drive.
        std::string joined(hasDrive(base) ? base.substr(0, 2) : std::string_view());
        return joined.append(other);
    }
    const char separator = isWindowsPath(base) || isWindowsPath(other) ? '\\' : '/';
    std::string joined(withoutTrailingSeparators(base));
    joined.push_back(separator);
    return joined.append(other);
}

std::string cleanPath(std::string_view path)
{
    const char separator = isWindowsPath(path) ? '\\' : '/';
    const bool isRooted = !path.empty() && isSeparator(path.front());
    std::vector<std::string_view> parts;
    std::size_t position = 0;
    while (position <= path.size()) {
        const std::size_t end = std::min(path.find_first_of("/\\", position), path.size());
        const std::string_view part = path.substr(position, end - position);
        position = end + 1;
        if (part == ".")
            continue;
        if (part == ".." && !parts.empty() && parts.back() != "..") {
            const bool isRoot = parts.size() == 1 && parts.back().empty();
            parts.pop_back();
            if (!isRoot)
                continue;
            // A surplus ".." replaces the root, as in Symbolicator ("/foo/../../b" is "../b").
        }
        parts.push_back(part);
    }
    while (parts.size() > 1 && parts.back().empty())
        parts.pop_back();
    std::string cleaned;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0)
            cleaned.push_back(separator);
        cleaned.append(parts[i]);
    }
    if (cleaned.empty() && isRooted)
        cleaned.push_back(separator);
    return cleaned;
}

std::string sourcePath(std::string_view compDir, std::string_view directory, std::string_view name)
{
    return cleanPath(joinPath(joinPath(compDir, directory), name));
}

} // namespace faultline::symcache

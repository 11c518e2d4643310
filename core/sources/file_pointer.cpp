// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/file_pointer.h"

#include "core/base/text.h"
#include "core/sources/remote_file.h"
#include "core/sources/source_traits.h"
#include "core/sources/url.h"

#include <algorithm>

namespace faultline::sources {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxPathBytes = 4096;

bool isControl(char c)
{
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

bool hasParentSteps(const fs::path& path)
{
    return std::ranges::find(path, fs::path("..")) != path.end();
}

bool isBelow(const fs::path& path, const std::string& root)
{
    const auto base = (fs::path(root) / "").lexically_normal();
    const auto normal = path.lexically_normal();
    const auto baseEnd = std::prev(base.end()); // The empty name after the last slash.
    const auto [end, rest] = std::mismatch(base.begin(), baseEnd, normal.begin(), normal.end());
    return end == baseEnd && rest != normal.end();
}

std::unexpected<Error> outside(std::string_view path)
{
    return fail(ErrorKind::PermissionDenied, "file.ptr leads outside the allowed folders: ", path);
}

Result<PointerTarget>
followOnDisk(const SourceConfig& source, const std::string* ownRoot, std::string_view path)
{
    fs::path target(path);
    if (target.is_relative()) {
        if (ownRoot == nullptr)
            return outside(path);
        target = fs::path(*ownRoot) / target;
    }
    const auto allows = [&](const std::string& root) { return isBelow(target, root); };
    const bool isAllowed = (ownRoot != nullptr && allows(*ownRoot)) ||
                           std::ranges::any_of(source.filePtrRoots, allows);
    if (hasParentSteps(target) || !isAllowed)
        return outside(path);
    return PointerTarget(target.lexically_normal());
}

Result<PointerTarget>
followOverHttp(const SourceConfig& source, const HttpSource& http, std::string_view path)
{
    if (path.starts_with('/'))
        return followOnDisk(source, nullptr, path);
    if (path.find("://") == std::string_view::npos) {
        auto url = httpFileUrl(http.url, path);
        if (!url)
            return outside(path);
        return PointerTarget(*std::move(url));
    }
    auto root = http.url.substr(0, http.url.find_first_of("?#"));
    if (!root.ends_with('/'))
        root += '/';
    if (!path.starts_with(root) || path.find("/../") != std::string_view::npos ||
        path.ends_with("/.."))
        return outside(path);
    return PointerTarget(std::string(path));
}

} // namespace

Result<std::string> parseFilePointer(std::string_view text)
{
    text = trimAscii(text);
    if (text.starts_with("MSG:"))
        return fail(ErrorKind::NotFound, "the store says: ",
                    escapeControls(trimAscii(text.substr(4)).substr(0, kMaxPathBytes)));
    if (text.starts_with("PATH:"))
        text = trimAscii(text.substr(5));
    if (text.empty() || text.size() > kMaxPathBytes || std::ranges::any_of(text, isControl))
        return fail(ErrorKind::Malformed, "file.ptr: ", text.size(), " bytes that are no path");
    return std::string(text);
}

Result<PointerTarget> followFilePointer(const SourceConfig& source, std::string_view path)
{
    std::string slashed(path);
    std::ranges::replace(slashed, '\\', '/');
    const auto traits = traitsOf(source);
    if (traits.folder != nullptr && traits.listedBy == ListedBy::Layout)
        return followOnDisk(source, traits.folder, slashed);
    if (traits.web != nullptr)
        return followOverHttp(source, *traits.web, slashed);
    return fail(ErrorKind::Unsupported, "sources of this type have no file.ptr");
}

} // namespace faultline::sources

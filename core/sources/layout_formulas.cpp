// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/layout_formulas.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/sources/layout_ids.h"

namespace faultline::layout {

namespace {

/// Timestamp in upper case, image size in lower case.
Path peSignature(const sources::ObjectLookup& lookup)
{
    constexpr std::size_t kTimestampDigits = 8;
    const auto id = codeId(lookup);
    if (!id || id->size() < kTimestampDigits)
        return std::nullopt;
    return toUpperAscii(id->substr(0, kTimestampDigits)) + id->substr(kTimestampDigits);
}

} // namespace

Paths listOf(Path path)
{
    return path ? Paths{*std::move(path)} : Paths();
}

Path storePath(const Path& name, const Path& id)
{
    if (!name || !id)
        return std::nullopt;
    return concat(*name, "/", *id, "/", *name);
}

Path withPrefix(std::string_view prefix, Path id)
{
    return id ? Path(concat(prefix, *id)) : std::nullopt;
}

Path lowered(const Path& text)
{
    return text ? Path(toLowerAscii(*text)) : std::nullopt;
}

Path withSuffix(Path path, std::string_view suffix)
{
    return path ? Path(concat(*path, suffix)) : std::nullopt;
}

Path bundleBeside(Path path)
{
    if (!path)
        return std::nullopt;
    return concat(path->substr(0, path->rfind('.')), ".src.zip");
}

Path splitAfterTwo(const Path& id)
{
    if (!id || id->size() < 2)
        return std::nullopt;
    return concat(id->substr(0, 2), "/", id->substr(2));
}

Path pePath(const sources::ObjectLookup& lookup)
{
    return storePath(codeName(lookup), peSignature(lookup));
}

Path pdbPath(const sources::ObjectLookup& lookup)
{
    return storePath(debugName(lookup), pdbSignature(lookup));
}

} // namespace faultline::layout

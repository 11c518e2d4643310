// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/layout_ids.h"

#include "core/base/hex.h"
#include "core/base/text.h"

namespace faultline::layout {

namespace {

constexpr std::size_t kUuidDigits = 32;
constexpr std::uint32_t kDotnetAge = 0xffffffff;

std::optional<std::string> nameOf(const std::optional<std::string>& path)
{
    if (!path)
        return std::nullopt;
    const auto name = sources::validBaseName(*path);
    return name ? std::optional<std::string>(*name) : std::nullopt;
}

} // namespace

std::optional<std::string> codeName(const sources::ObjectLookup& lookup)
{
    return nameOf(lookup.codeFile);
}

std::optional<std::string> debugName(const sources::ObjectLookup& lookup)
{
    return nameOf(lookup.debugFile);
}

std::optional<std::string> codeId(const sources::ObjectLookup& lookup)
{
    if (!lookup.codeId || lookup.codeId->empty())
        return std::nullopt;
    return lookup.codeId->text();
}

std::optional<std::string> machUuid(const sources::ObjectLookup& lookup)
{
    if (auto id = codeId(lookup))
        return id->size() == kUuidDigits ? id : std::nullopt;
    if (!lookup.debugId)
        return std::nullopt;
    return lookup.debugId->uuidHex();
}

std::optional<std::string> breakpadId(const sources::ObjectLookup& lookup)
{
    if (!lookup.debugId)
        return std::nullopt;
    return lookup.debugId->breakpad();
}

std::optional<std::string> pdbSignature(const sources::ObjectLookup& lookup)
{
    if (!lookup.debugId)
        return std::nullopt;
    if (lookup.type != sources::LookupType::PeDotnet)
        return lookup.debugId->breakpad();
    return lookup.debugId->withAppendix(kDotnetAge).breakpad();
}

} // namespace faultline::layout

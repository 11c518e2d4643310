// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bundle/bundle_manifest.h"

#include "core/json/json_members.h"
#include "core/json/json_reader.h"
#include "core/json/json_writer.h"

#include <array>

namespace faultline::bundle {

namespace {

constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kMostSources = 1000;

Result<redact::Profile> parseProfile(std::string_view name)
{
    for (const auto profile :
         {redact::Profile::Full, redact::Profile::Team, redact::Profile::ShareOutside}) {
        if (redact::profileName(profile) == name)
            return profile;
    }
    return fail(ErrorKind::Malformed, "report bundle: the profile is \"", name,
                "\", expected full, team or share_outside");
}

Result<OriginalState> parseOriginal(std::string_view name)
{
    for (std::size_t i = 0; i <= static_cast<std::size_t>(kLastOriginalState); ++i) {
        const auto state = static_cast<OriginalState>(i);
        if (originalStateName(state) == name)
            return state;
    }
    return fail(ErrorKind::Malformed, "report bundle: the crash file is \"", name,
                "\", which is no known state");
}

Result<void> checkVersion(const json::JsonValue& root)
{
    const auto number = json::numberMember(root, "version");
    if (!number)
        return fail(ErrorKind::Malformed, "report bundle: the manifest has no version");
    if (*number > kVersion)
        return fail(ErrorKind::Unsupported, "report bundle: version ", *number,
                    " of the format, this program reads ", kVersion);
    return {};
}

} // namespace

std::string_view originalStateName(OriginalState state)
{
    constexpr std::array<std::string_view, static_cast<std::size_t>(kLastOriginalState) + 1> kNames{
        "stored", "not_shared", "too_large", "unknown"};
    return kNames[static_cast<std::size_t>(state)];
}

std::string writeManifest(const BundleManifest& manifest)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject();
    json.member("version", kVersion);
    json.member("profile", redact::profileName(manifest.profile));
    json.textIfAny("file", manifest.fileName);
    json.member("original", originalStateName(manifest.original));
    json.key("sources").beginArray();
    for (const auto& source : manifest.sources) {
        json.beginObject();
        json.member("path", std::string_view(source.path));
        json.member("member", std::string_view(source.member));
        json.endObject();
    }
    json.endArray().endObject();
    return text;
}

Result<BundleManifest> readManifest(std::string_view text)
{
    FL_TRY(const auto document, json::parseJson(text, {.maxDepth = 8, .maxValues = 10'000}));
    const auto root = document.root();
    FL_CHECK(checkVersion(root));
    BundleManifest manifest;
    FL_TRY(manifest.profile, parseProfile(json::textMember(root, "profile")));
    FL_TRY(manifest.original, parseOriginal(json::textMember(root, "original")));
    manifest.fileName = json::textMember(root, "file");
    json::forEachChildOf(root, "sources", [&](const json::JsonValue& source) {
        if (manifest.sources.size() < kMostSources)
            manifest.sources.push_back({.path = json::textMember(source, "path"),
                                        .member = json::textMember(source, "member")});
    });
    return manifest;
}

} // namespace faultline::bundle

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/artifact_answer.h"

#include "core/base/percent.h"
#include "core/base/text.h"
#include "core/json/json_members.h"
#include "core/json/json_reader.h"
#include "core/symbolicate/js/script_paths.h"

#include <algorithm>
#include <array>

namespace faultline::js {

namespace {

constexpr std::size_t kMaxUrlBytes = 65'534;
constexpr std::size_t kMaxIdBytes = 1024;

/// Encodes text like a form (application/x-www-form-urlencoded of the WHATWG URL standard).
std::string formEncoded(std::string_view text)
{
    auto encoded = percentEncoded(
        text, [](char c) { return (isUnreserved(c) && c != '~') || c == '*' || c == ' '; });
    std::ranges::replace(encoded, ' ', '+');
    return encoded;
}

/// Ids become part of locations, which are shown and used in cache keys. Some servers send numbers.
std::string idOf(const json::JsonValue& item)
{
    const auto id = json::member(item, "id");
    if (!id || (id->kind() != json::JsonKind::String && id->kind() != json::JsonKind::Unsigned))
        return {};
    auto text = json::rawText(*id);
    const bool isUsable = text.size() <= kMaxIdBytes &&
                          std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7f; });
    return isUsable ? text : std::string();
}

std::optional<AnnouncedArtifact> artifactOf(const json::JsonValue& item)
{
    AnnouncedArtifact artifact;
    const auto type = json::textMember(item, "type");
    artifact.id = idOf(item);
    artifact.url = json::textMember(item, "url");
    artifact.absPath = json::textMember(item, "abs_path");
    artifact.resolvedWith = parseResolvedWith(json::textMember(item, "resolved_with"));
    if (type == "file")
        artifact.kind = AnnouncedArtifact::Kind::File;
    else if (type != "bundle")
        return std::nullopt;
    if (artifact.id.empty() ||
        (artifact.kind == AnnouncedArtifact::Kind::File && artifact.absPath.empty()))
        return std::nullopt;
    json::forEachChildOf(item, "headers", [&](const json::JsonValue& header) {
        if (header.kind() == json::JsonKind::String)
            artifact.headers.insert_or_assign(toLowerAscii(header.key()),
                                              std::string(header.text()));
    });
    return artifact;
}

} // namespace

Result<std::optional<std::string>> artifactLookupUrl(const sources::SentrySource& source,
                                                     const ScriptFileKey& key,
                                                     const std::optional<std::string>& release,
                                                     const std::optional<std::string>& dist)
{
    const bool hasStem = key.path && release;
    if (!key.debugId && !hasStem)
        return std::nullopt;
    std::string query;
    const auto add = [&query](std::string_view name, std::string_view value) {
        query += concat(query.empty() ? "" : "&", name, "=", formEncoded(value));
    };
    if (release)
        add("release", *release);
    if (hasStem)
        add("url", fileStem(*key.path));
    if (dist)
        add("dist", *dist);
    if (key.debugId)
        add("debug_id", key.debugId->canonical());
    const auto base = source.url.substr(0, source.url.find('#'));
    auto url = concat(base, base.find('?') == std::string::npos ? "?" : "&", query);
    if (url.size() > kMaxUrlBytes)
        return fail(ErrorKind::Unsupported, "uri too long");
    return std::optional(std::move(url));
}

Result<ArtifactAnswer> parseArtifactAnswer(std::string_view json)
{
    FL_TRY(const auto document, json::parseJson(json));
    if (document.isEmpty() || document.root().kind() != json::JsonKind::Array)
        return fail(ErrorKind::Malformed, "artifact look-up: the answer is no list");
    ArtifactAnswer answer;
    json::forEachChild(document.root(), [&](const json::JsonValue& item) {
        if (auto artifact = artifactOf(item))
            answer.artifacts.push_back(*std::move(artifact));
        else
            ++answer.damagedItems;
    });
    return answer;
}

} // namespace faultline::js

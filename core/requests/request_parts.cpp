// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/requests/request_parts.h"

#include "core/json/json_members.h"
#include "core/json/json_writer.h"
#include "core/sources/source_traits.h"
#include "core/symbolicate/options/rewrite_rules.h"

#include <algorithm>

namespace faultline::requests {

namespace {

/// Tells whether `path` lies in one of the folders, after links and dots in it are resolved.
bool liesBelow(const std::filesystem::path& path, const std::vector<std::filesystem::path>& roots)
{
    std::error_code error;
    const auto real = std::filesystem::weakly_canonical(path, error);
    return !error && std::ranges::any_of(roots, [&](const std::filesystem::path& root) {
        const auto realRoot = std::filesystem::weakly_canonical(root, error);
        const auto [rootEnd, rest] = std::ranges::mismatch(realRoot, real);
        return !error && rootEnd == realRoot.end();
    });
}

/// Why a request may not name the source; empty if it may.
std::string_view reasonAgainst(const sources::SourceConfig& source, const RequestPolicy& policy)
{
    const auto traits = sources::traitsOf(source);
    switch (traits.requestRight) {
    case sources::RequestRight::Nothing: return {};
    case sources::RequestRight::Folder:
        if (!policy.filesystemRoots || liesBelow(*traits.folder, *policy.filesystemRoots))
            return {};
        return "requests may not name this folder";
    case sources::RequestRight::MachineIdentity:
        if (policy.allowsMachineIdentity)
            return {};
        return "requests may not sign with the keys of this machine (request_machine_identity)";
    }
    return "requests may not name sources of this kind";
}

report::FrameOrder decodeFrameOrder(const json::JsonCursor& order)
{
    if (order.isAbsent())
        return report::FrameOrder::CalleeFirst;
    const auto text = order.string();
    if (text == "caller_first")
        return report::FrameOrder::CallerFirst;
    if (text != "callee_first")
        order.refuse("unknown variant, expected `callee_first` or `caller_first`");
    return report::FrameOrder::CalleeFirst;
}

std::size_t itemCount(const json::JsonValue& list)
{
    std::size_t count = 0;
    for (auto item = list.firstChild(); item; item = item->nextSibling(list))
        ++count;
    return count;
}

Result<void> checkPatterns(const std::vector<sources::SourceConfig>& sources,
                           const RequestLimits& limits)
{
    std::size_t count = 0;
    std::size_t bytes = 0;
    for (const auto& source : sources) {
        count += source.filters.pathPatterns.size();
        for (const auto& pattern : source.filters.pathPatterns)
            bytes += pattern.size();
    }
    if (count > limits.maxPathPatterns)
        return fail(ErrorKind::Malformed, count, " path patterns, limit ", limits.maxPathPatterns,
                    " (max_request_path_patterns)");
    if (bytes > limits.maxPathPatternBytes)
        return fail(ErrorKind::Malformed, "path patterns of ", bytes, " bytes, limit ",
                    limits.maxPathPatternBytes, " (max_request_path_pattern_bytes)");
    return {};
}

} // namespace

RequestOptions decodeOptions(const json::JsonCursor& options)
{
    RequestOptions decoded;
    decoded.candidates = options.member("dif_candidates").booleanOr(false)
                             ? report::IncludeCandidates::Yes
                             : report::IncludeCandidates::No;
    decoded.extras = options.member("faultline").booleanOr(false) ? report::IncludeExtras::Yes
                                                                  : report::IncludeExtras::No;
    decoded.applySourceContext = options.member("apply_source_context").booleanOr(true);
    decoded.extractVariables = options.member("extract_variables").booleanOr(false);
    decoded.frameOrder = decodeFrameOrder(options.member("frame_order"));
    return decoded;
}

symbolicate::ScrapingConfig decodeScraping(const json::JsonCursor& scraping,
                                           const RequestPolicy& policy)
{
    symbolicate::ScrapingConfig decoded;
    decoded.enabled = scraping.member("enabled").boolean();
    decoded.allowedOrigins = decodeOrigins(scraping.member("allowed_origins"), policy);
    decoded.verifySsl = scraping.member("verify_ssl").booleanOr(true);
    scraping.member("headers").forEachMember(
        [&](std::string_view name, const json::JsonCursor& value) {
            decoded.headers.emplace_back(std::string(name), value.string());
        });
    return decoded;
}

std::vector<std::string> decodeOrigins(const json::JsonCursor& origins, const RequestPolicy& policy)
{
    auto decoded = origins.strings();
    const auto limit = policy.limits.maxPathPatterns;
    if (decoded.size() > limit)
        origins.refuse(
            concat(decoded.size(), " origins, limit ", limit, " (max_request_path_patterns)"));
    return decoded;
}

std::shared_ptr<const symbolicate::RewriteRules> decodeRewriteRules(const json::JsonCursor& rules)
{
    std::vector<symbolicate::RewriteRule> decoded;
    rules.forEachItem([&](const json::JsonCursor& rule) {
        decoded.push_back({.from = rule.member("from").string(), .to = rule.member("to").string()});
    });
    auto compiled = symbolicate::RewriteRules::compile(decoded);
    if (compiled)
        return *std::move(compiled);
    rules.refuse(compiled.error().detail);
    return nullptr;
}

std::vector<sources::SourceConfig> decodeSources(const json::JsonCursor& sources,
                                                 const RequestPolicy& policy)
{
    if (!sources.value() || sources.value()->kind() != json::JsonKind::Array) {
        sources.refuseKind("a list");
        return {};
    }
    const auto limit = policy.limits.maxSources;
    if (const auto count = itemCount(*sources.value()); count > limit) {
        sources.refuse(concat(count, " sources, limit ", limit, " (max_request_sources)"));
        return {};
    }
    std::string json;
    json::JsonWriter(json).value(*sources.value());
    auto decoded = policy.readSources(json);
    if (!decoded) {
        sources.refuse(decoded.error().detail);
        return {};
    }
    if (const auto checked = checkPatterns(*decoded, policy.limits); !checked)
        sources.refuse(checked.error().detail);
    for (const auto& source : *decoded) {
        if (const auto reason = reasonAgainst(source, policy); !reason.empty())
            sources.refuse(concat("source \"", source.id, "\": ", reason));
    }
    return *std::move(decoded);
}

Result<void> checkLookups(std::size_t modules,
                          const std::optional<std::vector<sources::SourceConfig>>& sources,
                          const RequestLimits& limits)
{
    const auto count = sources ? sources->size() : 0;
    if (count == 0 || modules <= limits.maxLookups / count)
        return {};
    return fail(ErrorKind::Malformed, modules, " modules in ", count, " sources are ",
                modules * count, " look-ups, limit ", limits.maxLookups, " (max_request_lookups)");
}

bool hasAllowedFrames(const json::JsonCursor& stacks, const RequestLimits& limits)
{
    std::size_t count = 0;
    json::forEachChild(*stacks.value(), [&](const json::JsonValue& stack) {
        if (const auto frames = json::member(stack, "frames"))
            count += itemCount(*frames);
    });
    if (count <= limits.maxFrames)
        return true;
    stacks.refuse(concat(count, " frames, limit ", limits.maxFrames, " (max_request_frames)"));
    return false;
}

std::string decodePlatform(const json::JsonCursor& platform)
{
    auto text = platform.string();
    return text == "nodejs" ? "node" : text;
}

} // namespace faultline::requests

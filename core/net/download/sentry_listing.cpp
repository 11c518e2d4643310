// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/sentry_listing.h"

#include "core/base/field_digest.h"
#include "core/base/text.h"
#include "core/json/json_cursor.h"
#include "core/json/json_reader.h"
#include "core/net/cloud/sigv4_signer.h"

#include <algorithm>
#include <array>

namespace faultline::net {

namespace {

constexpr std::size_t kMaxIdBytes = 1024;

struct SymbolType
{
    std::string_view name;
    std::vector<sources::FileType> types;
};

/// docs/spec/sources-and-caches.md §6: code and debug variants share a name.
const std::array kSymbolTypes{
    SymbolType{"pe", {sources::FileType::Pe}},
    SymbolType{"pdb", {sources::FileType::Pdb}},
    SymbolType{"portablepdb", {sources::FileType::PortablePdb}},
    SymbolType{"macho", {sources::FileType::MachCode, sources::FileType::MachDebug}},
    SymbolType{"elf", {sources::FileType::ElfCode, sources::FileType::ElfDebug}},
    SymbolType{"wasm", {sources::FileType::WasmCode, sources::FileType::WasmDebug}},
    SymbolType{"breakpad", {sources::FileType::Breakpad}},
    SymbolType{"sourcebundle", {sources::FileType::SourceBundle}},
    SymbolType{"uuidmap", {sources::FileType::UuidMap}},
    SymbolType{"bcsymbolmap", {sources::FileType::BcSymbolMap}},
    SymbolType{"il2cpp", {sources::FileType::Il2cpp}},
    SymbolType{"proguard", {sources::FileType::Proguard}},
};

std::string withQuery(std::string_view url, std::string_view query)
{
    url = url.substr(0, url.find('#'));
    return concat(url, url.find('?') == std::string_view::npos ? "?" : "&", query);
}

/// Ids become part of locations, which are shown and are cache keys.
bool isUsableId(std::string_view id)
{
    return !id.empty() && id.size() <= kMaxIdBytes &&
           std::ranges::all_of(id, [](char c) { return c > ' ' && c < 0x7f; });
}

using ListingAnswers = TimedAnswers<SentryListings::Files>;

Result<ListingAnswers::Fresh> filesIn(Result<std::string> body, std::chrono::seconds reuseFor)
{
    FL_TRY(const auto text, std::move(body));
    FL_TRY(auto files, parseSentryListing(text));
    return ListingAnswers::Fresh{
        std::make_shared<const std::vector<sources::ListedFile>>(std::move(files)),
        std::chrono::steady_clock::now() + reuseFor};
}

} // namespace

std::optional<std::string> sentryListingUrl(const sources::SentrySource& source,
                                            const sources::ObjectLookup& lookup)
{
    std::string query;
    if (lookup.debugId)
        query += "debug_id=" + lookup.debugId->canonical();
    if (lookup.codeId && !lookup.codeId->empty())
        query += concat(query.empty() ? "" : "&", "code_id=", lookup.codeId->text());
    if (query.empty())
        return std::nullopt;
    return withQuery(source.url, query);
}

std::string sentryFileUrl(const sources::SentrySource& source, std::string_view id)
{
    return withQuery(source.url, "id=" + awsEncoded(id, SlashRule::Encode));
}

HttpHeaders sentryCredentials(const sources::SentrySource& source, std::string_view url)
{
    const auto own = std::string_view(source.url).substr(0, source.url.find_first_of("?#"));
    // "https://h.example" must not match "https://h.example.org".
    const auto rest = url.substr(std::min(own.size(), url.size()));
    if (!url.starts_with(own) ||
        !(rest.empty() || own.ends_with('/') || std::string_view("/?#").contains(rest[0])))
        return {};
    if (!source.token.empty())
        return {{"Authorization", "Bearer " + source.token}};
    return {{"Cookie", source.cookies}};
}

Result<std::vector<sources::ListedFile>> parseSentryListing(std::string_view json)
{
    FL_TRY(const auto document, json::parseJson(json));
    json::JsonErrors errors;
    std::vector<sources::ListedFile> files;
    json::JsonCursor(document.root(), errors).forEachItem([&](const json::JsonCursor& item) {
        auto id = item.member("id").string();
        const auto type = item.member("symbolType").string();
        if (errors.ok() && !isUsableId(id))
            item.member("id").refuse("unusable id");
        const auto* known = std::ranges::find(kSymbolTypes, type, &SymbolType::name);
        if (errors.ok() && known != kSymbolTypes.end())
            files.push_back({std::move(id), known->types});
    });
    if (!errors.ok())
        return std::unexpected(*errors.first());
    return files;
}

SentryListings::SentryListings(HttpCaller& caller, Settings settings)
    : m_caller(caller), m_settings(settings), m_answers(settings.capacity)
{
}

void SentryListings::list(const sources::SentrySource& source,
                          const std::string& url,
                          Reuse reuse,
                          std::stop_token stop,
                          Done done)
{
    const auto key = FieldDigest().add(sources::identityOf(source)).add(url).hex();
    if (reuse == Reuse::No)
        m_answers.forget(key);
    m_answers.get(
        key, std::move(stop),
        [&](TimedAnswers<Files>::Fetched fetched) {
            askSentry(m_caller, m_settings, source, url,
                      [fetched = std::move(fetched),
                       reuseFor = m_settings.reuseFor](Result<std::string> body) mutable {
                          fetched(filesIn(std::move(body), reuseFor));
                      });
        },
        std::move(done));
}

} // namespace faultline::net

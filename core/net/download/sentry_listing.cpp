#include "core/net/download/sentry_listing.h"

#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/json/json_cursor.h"
#include "core/json/json_reader.h"
#include "core/net/cloud/sigv4_signer.h"
#include "core/net/transport/http_status.h"

#include <algorithm>
#include <array>

namespace faultline::net {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t kMaxListingBytes = 16 << 20;
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

/// One listing from its first attempt to its end.
class ListingFetch : public std::enable_shared_from_this<ListingFetch>
{
public:
    using Answers = TimedAnswers<SentryListings::Files>;
    using Clock = std::chrono::steady_clock;

    ListingFetch(HttpCaller& caller,
                 const SentryListings::Settings& settings,
                 HttpExchange exchange,
                 Answers::Fetched fetched)
        : m_caller(caller), m_settings(settings), m_exchange(std::move(exchange)),
          m_fetched(std::move(fetched))
    {
    }

    void attempt()
    {
        ++m_attempts;
        auto exchange = m_exchange;
        exchange.startDelay = m_attempts == 1 ? milliseconds(0) : m_settings.retryDelay;
        exchange.totalTimeout = std::max(timeLeft() - exchange.startDelay, milliseconds(1));
        m_caller.call(std::move(exchange), kMaxListingBytes, {},
                      [self = shared_from_this()](Result<HttpAnswer> answer) {
                          self->answered(std::move(answer));
                      });
    }

private:
    milliseconds timeLeft() const
    {
        return m_settings.totalTimeout -
               std::chrono::duration_cast<milliseconds>(Clock::now() - m_startedAt);
    }

    void answered(Result<HttpAnswer> answer)
    {
        const bool isFine = answer && answer->head.status >= 200 && answer->head.status < 300;
        if (isFine)
            return m_fetched(filesIn(answer->body));
        const bool isLasting = !answer && (answer.error().kind == ErrorKind::Cancelled ||
                                           answer.error().kind == ErrorKind::Malformed);
        const bool isLast =
            m_attempts >= m_settings.maxAttempts || timeLeft() <= m_settings.retryDelay;
        if (!isLasting && !isLast)
            return attempt();
        if (!answer && answer.error().kind == ErrorKind::Timeout && timeLeft() <= milliseconds(0))
            answer.error().detail = durationText(m_settings.totalTimeout);
        if (!answer)
            return m_fetched(std::unexpected(std::move(answer.error())));
        m_fetched(fail(ErrorKind::DownloadFailed, statusText(answer->head.status)));
    }

    Result<Answers::Fresh> filesIn(std::string_view body) const
    {
        FL_TRY(auto files, parseSentryListing(body));
        return Answers::Fresh{
            std::make_shared<const std::vector<sources::ListedFile>>(std::move(files)),
            Clock::now() + m_settings.reuseFor};
    }

    HttpCaller& m_caller;
    const SentryListings::Settings m_settings;
    const HttpExchange m_exchange;
    Answers::Fetched m_fetched;
    const Clock::time_point m_startedAt = Clock::now();
    std::uint32_t m_attempts = 0;
};

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
    const auto key = sha256Hex(asBytes(concat(url, "\n", source.token, "\n", source.cookies)));
    if (reuse == Reuse::No)
        m_answers.forget(key);
    m_answers.get(
        key, std::move(stop),
        [&](TimedAnswers<Files>::Fetched fetched) {
            auto exchange = m_caller.exchangeFor(url, HttpTrust::Trusted);
            exchange.headers.emplace_back("Accept-Encoding", "identity");
            for (auto& header : sentryCredentials(source, url))
                exchange.headers.push_back(std::move(header));
            std::make_shared<ListingFetch>(m_caller, m_settings, std::move(exchange),
                                           std::move(fetched))
                ->attempt();
        },
        std::move(done));
}

} // namespace faultline::net

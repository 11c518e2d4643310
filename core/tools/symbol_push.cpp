// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/symbol_push.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/json/json_reader.h"
#include "core/net/transport/exchange_answer.h"
#include "core/symbolfiles/symcache_file.h"
#include "core/tools/symbfile_dump.h"

#include <thread>

namespace faultline::app {

namespace {

constexpr std::uint64_t kPartBytes = 16ull << 20;
constexpr std::chrono::minutes kLongestPart{10};
constexpr std::size_t kMaxAnswerBytes = 1u << 20;
constexpr std::size_t kShownBytes = 300;

bool mayRepeat(std::uint32_t status)
{
    return status == 408 || status == 429 || status >= 500;
}

/// Takes the server's own words from its JSON, or the beginning of whatever it says.
std::string reasonIn(const std::string& body)
{
    const auto document = json::parseJson(body);
    if (document) {
        const auto root = document->root();
        for (auto member = root.firstChild(); member; member = member->nextSibling(root)) {
            if (member->key() != "error")
                continue;
            for (auto part = member->firstChild(); part; part = part->nextSibling(*member)) {
                if (part->key() == "Text")
                    return escapeControls(part->text());
            }
        }
    }
    return escapeControls(body.substr(0, kShownBytes));
}

Result<void> judge(const net::ExchangeAnswer& answer)
{
    if (answer.status == 200)
        return {};
    const bool isKey = answer.status == 401 || answer.status == 403;
    const auto kind = mayRepeat(answer.status) ? ErrorKind::DownloadFailed
                      : isKey                  ? ErrorKind::PermissionDenied
                                               : ErrorKind::Malformed;
    return fail(kind, "the server answered ", answer.status, ": ", reasonIn(answer.body));
}

bool isWorthRepeating(const Error& error)
{
    const auto kind = broadKind(error.kind);
    return kind == ErrorKind::DownloadFailed || kind == ErrorKind::Timeout;
}

/// Sends the parts of one file.
class Pusher
{
public:
    Pusher(net::Transport& transport, const PushedSymbols& symbols, const PushOptions& options)
        : m_transport(transport), m_symbols(symbols), m_options(options),
          m_total(symbols.ranges.size() + symbols.returnPads.size())
    {
        m_server = options.server;
        while (m_server.ends_with('/'))
            m_server.pop_back();
    }

    Result<void> send(std::string_view route, const std::vector<ByteView>& parts)
    {
        for (std::size_t i = 0; i < parts.size(); ++i) {
            m_options.onPart(++m_sent, m_total);
            FL_CHECK(sendPart(route, parts, i));
        }
        return {};
    }

private:
    Result<void> sendPart(std::string_view route, const std::vector<ByteView>& parts, std::size_t i)
    {
        auto delay = m_options.firstDelay;
        for (unsigned attempt = 0;; ++attempt) {
            auto answer =
                net::waitForAnswer(m_transport, exchangeFor(route, parts, i), kMaxAnswerBytes);
            auto outcome = answer ? judge(*answer) : std::unexpected(std::move(answer.error()));
            if (outcome || !isWorthRepeating(outcome.error()) || attempt == m_options.retries)
                return outcome;
            std::this_thread::sleep_for(delay);
            delay *= 2;
        }
    }

    net::HttpExchange
    exchangeFor(std::string_view route, const std::vector<ByteView>& parts, std::size_t i) const
    {
        net::HttpExchange exchange;
        exchange.url = concat(m_server, route);
        exchange.method = "POST";
        exchange.body = parts[i];
        exchange.headTimeout = kLongestPart;
        exchange.totalTimeout = kLongestPart;
        exchange.headers = {{"Content-Type", "application/octet-stream"},
                            {"Authorization", "APIKey " + m_options.apiKey},
                            {"FileID", m_symbols.id.base64()},
                            {"FilePart", std::to_string(i)},
                            {"FileParts", std::to_string(parts.size())},
                            {"X-Load-Address", hexDigits(m_symbols.loadAddress)}};
        if (!m_symbols.buildId.empty())
            exchange.headers.emplace_back("X-Build-Id", m_symbols.buildId);
        return exchange;
    }

    net::Transport& m_transport;
    const PushedSymbols& m_symbols;
    const PushOptions& m_options;
    std::string m_server;
    std::size_t m_total;
    std::size_t m_sent = 0;
};

/// Tells whether the file is what a machine runs, and not only its debug info. The kind of a static
/// program does not say it.
bool isDeployed(const object::Object& object)
{
    return object.format() == object::FileFormat::Elf &&
           object.kind() != object::ObjectKind::Relocatable &&
           object.kind() != object::ObjectKind::Dump && object.section(".text");
}

} // namespace

Result<PushedSymbols> readPushedSymbols(const std::filesystem::path& file)
{
    FL_TRY(auto files, symbolfiles::openSymbolFiles(file));
    const auto image = files.object;
    if (!isDeployed(*image))
        return fail(ErrorKind::Unsupported,
                    "expected the ELF file that runs; its debug file is found beside it");
    FL_TRY(const auto symbols, symbolfiles::symCacheOf(std::move(files)));
    const auto folder = std::filesystem::temp_directory_path();
    SymbfileParts ranges(folder, kPartBytes);
    FL_CHECK(writeRanges(symbols, image->loadAddress(),
                         [&](const symbfile::Record& record) { return ranges.add(record); }));
    if (ranges.recordCount() == 0)
        return fail(ErrorKind::Unsupported, "no code with a name");
    SymbfileParts pads(folder, kPartBytes);
    if (hasReturnPads(image->arch()))
        FL_CHECK(writeReturnPads(symbols, *image,
                                 [&](const symbfile::Record& record) { return pads.add(record); }));
    PushedSymbols pushed{.id = symbfile::FileId::ofContent(image->bytes().span()),
                         .buildId = image->codeId().text(),
                         .loadAddress = image->loadAddress(),
                         .ranges = {},
                         .returnPads = {}};
    FL_TRY(pushed.ranges, ranges.finish());
    if (pads.recordCount() > 0) {
        FL_TRY(pushed.returnPads, pads.finish());
    }
    return pushed;
}

Result<void>
pushSymbols(net::Transport& transport, const PushedSymbols& symbols, const PushOptions& options)
{
    Pusher pusher(transport, symbols, options);
    FL_CHECK(pusher.send("/api/symbols-ranges", symbols.ranges));
    return pusher.send("/api/symbols-returnpads", symbols.returnPads);
}

} // namespace faultline::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/upload_api.h"

#include "core/base/constant_time.h"
#include "core/base/text.h"
#include "core/json/json_writer.h"
#include "core/packing/zip_archive.h"
#include "core/server/http/body_exchange.h"
#include "core/server/mozilla/sharing.h"
#include "core/server/mozilla/symbol_archive.h"
#include "core/sources/url.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>

namespace faultline::server::mozilla {

namespace {

constexpr std::string_view kSymbolSuffix = ".sym";
constexpr std::size_t kDebugIdDigits = 33;

HttpResponse refusal(unsigned status, std::string_view text)
{
    auto body = std::make_shared<std::string>();
    json::JsonWriter json(*body);
    json.beginObject().member("error", text).endObject();
    return jsonResponse(status, std::move(body));
}

/// Does the client's token begin with the configured one, and a label follow?
bool hasLabel(std::string_view token, std::string_view allowed)
{
    return token.size() > allowed.size() && token[allowed.size()] == '-' &&
           equalsInConstantTime(token.substr(0, allowed.size()), allowed);
}

/// Returns why a request may not upload; empty when it may. A client may add a '-' and a label to
/// its token.
std::string_view whyForbidden(std::string_view token, const std::vector<std::string>& allowed)
{
    if (token.empty())
        return "This requires an Auth-Token to authenticate the request";
    bool isKnown = isAmongSecrets(token, allowed);
    for (const auto& each : allowed) // To the end, as there.
        isKnown = (!each.empty() && hasLabel(token, each)) || isKnown;
    return isKnown ? std::string_view() : "API Token not matched";
}

/// Errors: Malformed, with the text that the client gets.
Result<void> checkArchiveName(std::string_view name)
{
    const auto dot = name.rfind('.');
    const auto extension = dot == std::string_view::npos ? std::string_view() : name.substr(dot);
    if (toLowerAscii(extension) == ".zip")
        return {};
    return fail(ErrorKind::Malformed, "Unrecognized archive file extension \"", extension, "\"");
}

std::string timeText(std::chrono::system_clock::time_point time)
{
    const auto seconds = std::chrono::system_clock::to_time_t(time);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

std::string_view lastSegment(std::string_view url)
{
    const auto path = sources::splitUrl(url).path;
    return path.substr(path.rfind('/') + 1);
}

bool isServedFile(std::string_view name)
{
    static constexpr std::array<std::string_view, 6> kEndings{".sym", ".dl_",    ".ex_",
                                                              ".pd_", ".dbg.gz", ".tar.bz2"};
    return std::ranges::any_of(kEndings, [&](auto ending) { return name.ends_with(ending); });
}

bool isIgnored(const SymbolKey& key)
{
    const bool isNilId = key.id == std::string(kDebugIdDigits, '0');
    return key.file == "file.ptr" || isNilId || !isServedFile(key.file);
}

HttpResponse notFoundPath(std::string_view path)
{
    auto body = std::make_shared<std::string>();
    json::JsonWriter json(*body);
    json.beginObject().member("error", "Not Found").member("path", path).endObject();
    return jsonResponse(404, std::move(body));
}

HttpResponse fileResponse(const SymbolKey& key, const ByteView& content)
{
    HttpResponse response;
    response.bytes = content;
    const bool isSymbolFile = key.file.ends_with(kSymbolSuffix);
    response.contentType = isSymbolFile ? "text/plain" : "application/octet-stream";
    if (isSymbolFile)
        response.headers.emplace_back("Content-Encoding", "gzip");
    return response;
}

} // namespace

/// What became of an archive's files.
struct UploadApi::Stored
{
    std::string archiveName;
    std::uint64_t archiveBytes = 0;
    std::vector<std::string> files;
    std::vector<std::string> skipped;
};

SymbolFolder regularSymbols(const std::filesystem::path& directory)
{
    return SymbolFolder(directory / "regular");
}

SymbolFolder trySymbols(const std::filesystem::path& directory)
{
    return SymbolFolder(directory / "try");
}

UploadApi::UploadApi(UploadOptions options, net::Downloader& downloader, LogSink& log)
    : m_options(std::move(options)),
      m_fetch(downloader, m_options.spoolFolder, m_options.allowedHosts),
      m_regular(regularSymbols(m_options.directory)), m_try(trySymbols(m_options.directory)),
      m_log(log)
{
}

std::vector<Route> UploadApi::routes(RequestRunner& runner)
{
    std::vector<Route> routes;
    routes.push_back({"POST", "/upload/",
                      [this, &runner](const HttpRequestHead& head, const auto&) {
                          return openUpload(head, runner);
                      },
                      RouteAccess::OwnToken});
    for (const bool isTry : {false, true})
        routes.push_back(
            {"GET", isTry ? "/try/{}/{}/{}" : "/{}/{}/{}",
             [this, isTry, &runner](const HttpRequestHead& head, const PathSegments& path) {
                 return shareWithPages(head, download(head, path, isTry, runner));
             }});
    return routes;
}

HttpOpening UploadApi::openUpload(const HttpRequestHead& head, RequestRunner& runner)
{
    const BodyExchangeOptions options{.spoolFolder = m_options.spoolFolder,
                                      .maxBodyBytes = m_options.maxBodyBytes,
                                      .refuse = refusal};
    // Before the body arrives, so that nobody without a token can fill the disk.
    if (const auto forbidden = whyForbidden(head.header("Auth-Token"), m_options.tokens);
        !forbidden.empty())
        return refusal(403, forbidden);
    return openBodyExchange(
        head, options,
        [this, &runner, contentType = std::string(head.header("Content-Type"))](
            ByteView body, RequestExchange::Respond respond) {
            runner.run(
                [this, contentType, body = std::move(body)](const std::stop_token& stop) {
                    return takeUpload(contentType, body, stop);
                },
                std::move(respond));
        });
}

HttpResponse UploadApi::takeUpload(const std::string& contentType,
                                   const ByteView& body,
                                   const std::stop_token& stop) const
{
    const auto started = std::chrono::system_clock::now();
    const auto form = readUploadForm(contentType, body, m_options.spoolFolder);
    if (!form)
        return refusal(broadKind(form.error().kind) == ErrorKind::Malformed ? 400 : 503,
                       form.error().detail);
    const auto stored = storeForm(*form, stop);
    if (!stored) {
        const bool isClientsFault = broadKind(stored.error().kind) == ErrorKind::Malformed ||
                                    stored.error().kind == ErrorKind::Unsupported;
        return refusal(isClientsFault ? 400 : 503, stored.error().detail);
    }
    m_log.write(LogLevel::Info, "server",
                concat("symbol upload ", stored->archiveName, ": ", stored->files.size(),
                       " files stored, ", stored->skipped.size(), " were there"));
    auto answer = std::make_shared<std::string>();
    json::JsonWriter json(*answer);
    json.beginObject().key("upload").beginObject();
    json.member("id", static_cast<std::uint64_t>(started.time_since_epoch() /
                                                 std::chrono::microseconds(1)));
    json.member("size", stored->archiveBytes).member("filename", stored->archiveName);
    json.member("bucket", "local").key("download_url");
    if (form->url.empty())
        json.null();
    else
        json.value(form->url);
    json.member("try_symbols", form->isTry).key("redirect_urls").beginArray().endArray();
    json.member("completed_at", timeText(std::chrono::system_clock::now()));
    json.member("created_at", timeText(started)).key("user").null();
    json.key("skipped_keys").beginArray();
    for (const auto& path : stored->skipped)
        json.value(path);
    json.endArray().endObject().endObject();
    return jsonResponse(201, std::move(answer));
}

Result<UploadApi::Stored> UploadApi::storeForm(const UploadForm& form,
                                               const std::stop_token& stop) const
{
    const auto name = form.url.empty() ? std::string_view(form.archiveName) : lastSegment(form.url);
    FL_CHECK(checkArchiveName(name));
    auto archive = form.archive;
    if (!form.url.empty()) {
        FL_TRY(archive, m_fetch.fetch(form.url, m_options.maxBodyBytes, stop));
    }
    auto outcome = storeArchive(archive, form.isTry ? m_try : m_regular, stop);
    if (m_options.onStored)
        m_options.onStored();
    FL_TRY(auto stored, std::move(outcome));
    stored.archiveName = name;
    stored.archiveBytes = archive.size();
    return stored;
}

/// All names and sizes are checked before a file is stored. What was stored stays if a later file
/// fails.
Result<UploadApi::Stored> UploadApi::storeArchive(const ByteView& archive,
                                                  const SymbolFolder& folder,
                                                  const std::stop_token& stop) const
{
    const auto zip = packing::ZipArchive::open(archive);
    if (!zip)
        return fail(ErrorKind::Malformed, "File is not a zip file");
    FL_TRY(const auto symbols, listSymbols(*zip, m_options.unpacking));
    SymbolUnpacker unpacker(*zip, m_options.unpacking);
    Stored stored;
    for (const auto& [key, entry] : symbols) {
        if (stop.stop_requested())
            return fail(ErrorKind::Cancelled, "the server stops");
        FL_TRY(const auto content, unpacker.read(entry));
        FL_TRY(const auto outcome, folder.put(key, content.span()));
        (outcome == SymbolFolder::Outcome::Stored ? stored.files : stored.skipped)
            .push_back(key.path());
    }
    return stored;
}

HttpOpening UploadApi::download(const HttpRequestHead& head,
                                const PathSegments& path,
                                bool isTry,
                                RequestRunner& runner) const
{
    const auto key = makeSymbolKey(path[0], path[1], path[2]);
    if (!key)
        return notFoundPath(head.path);
    return makeBodilessExchange([this, &runner, key = *key, query = head.query, isTry,
                                 showsTime = wantsDebug(head)](RequestExchange::Respond respond) {
        runner.run(
            [this, key, query, isTry, showsTime](const std::stop_token&) {
                const auto started = std::chrono::steady_clock::now();
                auto response = find(key, query, isTry);
                const std::chrono::duration<double> taken =
                    std::chrono::steady_clock::now() - started;
                if (showsTime)
                    response.headers.emplace_back("Debug-Time", std::to_string(taken.count()));
                return response;
            },
            std::move(respond));
    });
}

/// Below /try, the files of try uploads come first.
HttpResponse UploadApi::find(const SymbolKey& key, std::string_view query, bool isTry) const
{
    if (isIgnored(key))
        return textResponse(404, "Symbol Not Found (and ignored)");
    if (isTry) {
        if (const auto content = m_try.read(key))
            return fileResponse(key, *content);
    }
    if (const auto content = m_regular.read(key))
        return fileResponse(key, *content);
    const bool mayBeCodeId = key.file.ends_with(kSymbolSuffix) && key.id.size() < kDebugIdDigits;
    if (mayBeCodeId) {
        auto target = isTry ? m_try.findRecord(key) : std::nullopt;
        if (!target)
            target = m_regular.findRecord(key);
        if (target) {
            auto response = emptyResponse(302);
            response.headers.emplace_back("Location", concat(isTry ? "/try/" : "/",
                                                             sources::encodedPath(target->path()),
                                                             query.empty() ? "" : "?", query));
            return response;
        }
    }
    return textResponse(404, "Symbol Not Found");
}

} // namespace faultline::server::mozilla

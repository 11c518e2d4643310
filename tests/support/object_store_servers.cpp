// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/object_store_servers.h"

#include <ctime>
#include <nlohmann/json.hpp>

namespace faultline::test {

namespace {

using Json = nlohmann::json;
using Reply = LoopbackServer::Reply;
using Request = LoopbackServer::Request;

std::string headerOf(const Request& request, const std::string& name)
{
    const auto found = request.headers.find(name);
    return found == request.headers.end() ? std::string() : found->second;
}

std::string pathOf(const Request& request)
{
    return request.target.substr(0, request.target.find('?'));
}

std::multimap<std::string, std::string> queryOf(const Request& request)
{
    const auto mark = request.target.find('?');
    return mark == std::string::npos ? std::multimap<std::string, std::string>()
                                     : decodedQuery(request.target.substr(mark + 1));
}

std::string valueOf(const std::multimap<std::string, std::string>& query, const std::string& name)
{
    const auto found = query.find(name);
    return found == query.end() ? std::string() : found->second;
}

Reply s3Error(int status, const std::string& code, const std::string& message)
{
    return {.status = status,
            .body = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>" + code +
                    "</Code><Message>" + message + "</Message></Error>",
            .headers = {{"Content-Type", "application/xml"}}};
}

Reply withFault(const StoreFault& fault, const std::function<Reply()>& otherwise)
{
    auto reply =
        fault.status == 0 ? otherwise() : Reply{.status = fault.status, .body = fault.body};
    reply.delay = fault.delay;
    reply.cut = fault.cut;
    return reply;
}

} // namespace

void StoreContent::put(const std::string& name, std::string content)
{
    const std::lock_guard lock(m_mutex);
    m_objects[name] = std::move(content);
}

std::string StoreContent::get(const std::string& name) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_objects.find(name);
    return found == m_objects.end() ? std::string() : found->second;
}

bool StoreContent::has(const std::string& name) const
{
    const std::lock_guard lock(m_mutex);
    return m_objects.contains(name);
}

void StoreContent::breakObject(const std::string& name, StoreFault fault)
{
    const std::lock_guard lock(m_mutex);
    m_faults[name] = std::move(fault);
}

StoreFault StoreContent::faultOf(const std::string& name) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_faults.find(name);
    return found == m_faults.end() ? StoreFault() : found->second;
}

// --- S3

S3Server::S3Server(S3Keys keys, std::string region)
    : m_keys(std::move(keys)), m_region(std::move(region))
{
    m_server.handleOthers([this](const Request& request) { return answer(request); });
}

void S3Server::setKeys(S3Keys keys)
{
    const std::lock_guard lock(m_mutex);
    m_keys = std::move(keys);
}

Reply S3Server::answer(const Request& request)
{
    const auto name = percentDecoded(pathOf(request)).substr(1);
    const auto refusal = [&] {
        const std::lock_guard lock(m_mutex);
        return s3Refusal(request, m_keys, m_region);
    }();
    const bool isRead = request.method == "GET" || request.method == "HEAD";
    if (!refusal.empty() && !(m_isPublic && isRead && refusal == "AccessDenied"))
        return s3Error(403, refusal,
                       "refused: " + request.target); // Like real stores, it quotes the request.
    return withFault(content.faultOf(name), [&]() -> Reply {
        if (request.method == "PUT")
            return put(request, name);
        if (!content.has(name))
            return s3Error(404, "NoSuchKey", "The specified key does not exist.");
        return {.body = content.get(name)};
    });
}

Reply S3Server::put(const Request& request, const std::string& name)
{
    if (headerOf(request, "if-none-match") == "*" && content.has(name))
        return s3Error(412, "PreconditionFailed", "At least one of the pre-conditions failed");
    content.put(name, request.body);
    return {};
}

// --- GCS

GcsServer::GcsServer()
{
    m_server.handleOthers([this](const Request& request) { return answer(request); });
}

const RsaKeyPair& GcsServer::accountKey()
{
    static const RsaKeyPair key;
    return key;
}

std::string GcsServer::serviceAccount() const
{
    return Json{{"type", "service_account"},
                {"client_email", clientEmail()},
                {"private_key", privateKey()},
                {"token_uri", tokenUrl()}}
        .dump();
}

void GcsServer::breakTokens(StoreFault fault)
{
    const std::lock_guard lock(m_mutex);
    m_tokenFault = std::move(fault);
}

std::vector<std::string> GcsServer::complaints() const
{
    const std::lock_guard lock(m_mutex);
    return m_complaints;
}

Reply GcsServer::answer(const Request& request)
{
    if (pathOf(request) == "/token") {
        StoreFault fault;
        {
            const std::lock_guard lock(m_mutex);
            fault = m_tokenFault;
        }
        return withFault(fault, [&] { return issueToken(request); });
    }
    if (pathOf(request).starts_with("/upload/storage/v1/b/"))
        return upload(request);
    if (pathOf(request).starts_with("/storage/v1/b/"))
        return object(request);
    const auto name = percentDecoded(pathOf(request)).substr(1); // The URLs of public objects.
    return content.has(name) ? Reply{.body = content.get(name)} : Reply{.status = 404};
}

std::string GcsServer::complaintAbout(const std::string& assertion) const
{
    const auto first = assertion.find('.');
    const auto second = assertion.rfind('.');
    if (first == std::string::npos || first == second)
        return "not three parts";
    if (!accountKey().hasSigned(assertion.substr(0, second),
                                base64UrlDecoded(assertion.substr(second + 1))))
        return "wrong signature";
    const auto header = Json::parse(base64UrlDecoded(assertion.substr(0, first)), nullptr, false);
    if (header.value("alg", "") != "RS256" || header.value("typ", "") != "JWT")
        return "wrong header";
    const auto claims = Json::parse(
        base64UrlDecoded(assertion.substr(first + 1, second - first - 1)), nullptr, false);
    const auto now = std::time(nullptr);
    const auto issued = claims.value("iat", std::int64_t{0});
    if (claims.value("iss", "") != clientEmail() || claims.value("aud", "") != tokenUrl())
        return "wrong issuer or audience";
    if (issued > now + 60 || issued < now - 60 ||
        claims.value("exp", std::int64_t{0}) - issued != 58 * 60 + 30)
        return "wrong times";
    return claims.value("scope", "").starts_with("https://www.googleapis.com/auth/devstorage.read_")
               ? ""
               : "wrong scope";
}

Reply GcsServer::issueToken(const Request& request)
{
    const auto form = decodedQuery(request.body);
    const auto assertion = valueOf(form, "assertion");
    auto complaint = complaintAbout(assertion);
    if (request.method != "POST" ||
        valueOf(form, "grant_type") != "urn:ietf:params:oauth:grant-type:jwt-bearer")
        complaint = "wrong form";
    const std::lock_guard lock(m_mutex);
    if (!complaint.empty()) {
        m_complaints.push_back(complaint);
        return {.status = 400,
                .body = Json{{"error", "invalid_grant"}, {"error_description", complaint}}.dump()};
    }
    const auto first = assertion.find('.');
    const auto claims =
        base64UrlDecoded(assertion.substr(first + 1, assertion.rfind('.') - first - 1));
    const auto token = "issued-token-" + std::to_string(++m_issued);
    m_mayWrite[token] = claims.contains("devstorage.read_write");
    return {.body = Json{{"access_token", token},
                         {"expires_in", m_lifetime.load()},
                         {"token_type", "Bearer"}}
                        .dump()};
}

bool GcsServer::isAuthorised(const Request& request, bool toWrite) const
{
    constexpr std::string_view kBearer = "Bearer issued-token-";
    const auto text = headerOf(request, "authorization");
    if (!text.starts_with(kBearer) ||
        std::atoi(text.c_str() + kBearer.size()) < m_oldestValid.load())
        return false;
    const std::lock_guard lock(m_mutex);
    const auto token = m_mayWrite.find(text.substr(7));
    return token != m_mayWrite.end() && (token->second || !toWrite);
}

Reply GcsServer::upload(const Request& request)
{
    if (!isAuthorised(request, true))
        return {.status = 401, .body = R"({"error": {"code": 401}})"};
    const auto query = queryOf(request);
    const auto rest = pathOf(request).substr(std::string_view("/upload/storage/v1/b/").size());
    const auto name = percentDecoded(rest.substr(0, rest.find('/'))) + "/" + valueOf(query, "name");
    return withFault(content.faultOf(name), [&]() -> Reply {
        if (valueOf(query, "ifGenerationMatch") == "0" && content.has(name))
            return {.status = 412};
        content.put(name, request.body);
        return {.body = "{}"};
    });
}

Reply GcsServer::object(const Request& request)
{
    if (!isAuthorised(request, false))
        return {.status = 401, .body = R"({"error": {"code": 401}})"};
    const auto rest = pathOf(request).substr(std::string_view("/storage/v1/b/").size());
    const auto middle = rest.find("/o/");
    const auto key = middle == std::string::npos ? "" : rest.substr(middle + 3);
    if (key.empty() || key.contains('/')) // The name is one segment.
        return {.status = 404, .body = "no such route"};
    const auto name = percentDecoded(rest.substr(0, middle)) + "/" + percentDecoded(key);
    return withFault(content.faultOf(name), [&]() -> Reply {
        if (!content.has(name))
            return {.status = 404, .body = "No such object"};
        if (valueOf(queryOf(request), "alt") == "media")
            return {.body = content.get(name)};
        return {.body = Json{{"name", percentDecoded(key)}}.dump()};
    });
}

// --- Sentry

SentryServer::SentryServer(Credentials credentials) : m_credentials(std::move(credentials))
{
    m_server.handleOthers([this](const Request& request) { return answer(request); });
}

void SentryServer::add(const std::string& id, const std::string& symbolType, std::string content)
{
    const std::lock_guard lock(m_mutex);
    m_files.push_back({id, symbolType, std::move(content)});
}

void SentryServer::breakListing(StoreFault fault)
{
    const std::lock_guard lock(m_mutex);
    m_listingFault = std::move(fault);
}

void SentryServer::breakDownload(const std::string& id, StoreFault fault)
{
    const std::lock_guard lock(m_mutex);
    for (auto& file : m_files) {
        if (file.id == id)
            file.fault = fault;
    }
}

std::string SentryServer::lastListing() const
{
    const std::lock_guard lock(m_mutex);
    return m_lastListing;
}

Reply SentryServer::answer(const Request& request)
{
    const bool isKnown = m_credentials.cookies.empty()
                             ? headerOf(request, "authorization") == "Bearer " + m_credentials.token
                             : headerOf(request, "cookie") == m_credentials.cookies;
    if (!isKnown)
        return {.status = 403, .body = R"({"detail": "refused"})"};
    const auto query = queryOf(request);
    return query.contains("id") ? download(valueOf(query, "id")) : list(request);
}

Reply SentryServer::list(const Request& request)
{
    ++m_listings;
    const std::lock_guard lock(m_mutex);
    m_lastListing = request.target;
    return withFault(m_listingFault, [&]() -> Reply {
        auto listing = Json::array();
        for (const auto& file : m_files)
            listing.push_back(
                {{"id", file.id}, {"symbolType", file.symbolType}, {"objectName", "app"}});
        return {.body = listing.dump()};
    });
}

Reply SentryServer::download(const std::string& id)
{
    ++m_downloads;
    const std::lock_guard lock(m_mutex);
    for (const auto& file : m_files) {
        if (file.id == id)
            return withFault(file.fault, [&]() -> Reply { return {.body = file.content}; });
    }
    return {.status = 404};
}

} // namespace faultline::test

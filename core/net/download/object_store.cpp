// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/object_store.h"

#include "core/net/cloud/object_access.h"
#include "core/net/cloud/s3_protocol.h"
#include "core/net/transport/http_status.h"
#include "core/sources/url.h"

#include <algorithm>
#include <iterator>

namespace faultline::net {

namespace {

constexpr std::size_t kMaxAnswerBytes = 64 << 10;
constexpr std::size_t kTokens = 4;

std::string_view withoutOuterSlashes(std::string_view prefix)
{
    while (prefix.starts_with('/'))
        prefix.remove_prefix(1);
    while (prefix.ends_with('/'))
        prefix.remove_suffix(1);
    return prefix;
}

HttpCallSettings callSettings(const ObjectStore::Settings& settings)
{
    return {.connectTimeout = settings.connectTimeout,
            .headTimeout = settings.headTimeout,
            .totalTimeout = settings.totalTimeout,
            .connectToReservedIps = true,
            .filterTrustedClients = false,
            .userAgent = defaultUserAgent()};
}

/// The operator chose the store, so its address is not filtered.
DownloadPolicy readPolicy(const ObjectStore::Settings& settings)
{
    DownloadPolicy policy;
    policy.connectTimeout = settings.connectTimeout;
    policy.headTimeout = settings.headTimeout;
    policy.totalTimeout = settings.totalTimeout;
    policy.maxBytes = settings.maxBytes;
    policy.maxAttempts = 1;
    policy.maxPerHost = settings.maxAtOnce;
    policy.maxTotal = settings.maxAtOnce;
    return policy;
}

Result<void> outcomeOf(ObjectProtocol& protocol, const Result<HttpAnswer>& answer)
{
    if (!answer)
        return std::unexpected(answer.error());
    if (errorForStatus(answer->head))
        return std::unexpected(protocol.explain(answer->head, answer->body));
    return {};
}

} // namespace

ObjectStore::ObjectStore(const ObjectStoreConfig& config,
                         Settings settings,
                         Transport& transport,
                         WorkerPool& io)
    : m_io(io), m_caller(transport, io, callSettings(settings)),
      m_identity(m_caller, settings.cloud, kTokens),
      m_downloader(readPolicy(settings), transport, io)
{
    m_protocol = std::visit([this](const auto& store) { return protocolFor(store); }, config);
}

ObjectStore::~ObjectStore()
{
    m_caller.close();
    m_activity.waitUntilIdle();
}

std::shared_ptr<ObjectProtocol> ObjectStore::protocolFor(const S3StoreConfig& config)
{
    m_scheme = "s3";
    m_bucket = config.bucket.name;
    m_prefix = withoutOuterSlashes(config.prefix);
    return std::make_shared<S3Protocol>(config.bucket,
                                        m_identity.awsKeys(config.provider, config.keys));
}

std::shared_ptr<ObjectProtocol> ObjectStore::protocolFor(const GcsStoreConfig& config)
{
    m_scheme = "gs";
    m_bucket = config.bucket.name;
    m_prefix = withoutOuterSlashes(config.prefix);
    auto authority =
        config.serviceAccountFile
            ? m_identity.googleAccountFile(*config.serviceAccountFile, GcsScope::ReadWrite)
            : m_identity.googleDefault(GcsScope::ReadWrite);
    return std::make_shared<GcsProtocol>(config.bucket, std::move(authority));
}

std::string ObjectStore::fullKey(std::string_view key) const
{
    return m_prefix.empty() ? std::string(key) : concat(m_prefix, "/", key);
}

std::string ObjectStore::location(std::string_view key) const
{
    return concat(m_scheme, "://", m_bucket, "/", sources::encodedPath(fullKey(key)));
}

void ObjectStore::getObject(const std::string& key,
                            TempFile target,
                            std::stop_token stop,
                            Done<TempFile> done)
{
    HttpTarget from{.url = location(key),
                    .ignoreAddressFilter = true,
                    .access = std::make_shared<ObjectAccess>(m_protocol, fullKey(key))};
    m_downloader.start({.from = std::move(from),
                        .target = std::move(target),
                        .decompress = false,
                        .source = {},
                        .location = location(key),
                        .label = {}},
                       std::move(stop), [done = std::move(done)](DownloadOutcome outcome) mutable {
                           if (!outcome.content)
                               return done(std::unexpected(std::move(outcome.content.error())));
                           done(std::get<TempFile>(*std::move(outcome.content)));
                       });
}

/// Signing may hash a large content, so it belongs on the pool.
void ObjectStore::exchange(Sign sign,
                           std::optional<ByteView> body,
                           std::stop_token stop,
                           HttpCaller::Done answered)
{
    m_io.post([this, token = m_activity.begin(), sign = std::move(sign), body = std::move(body),
               stop = std::move(stop), answered = std::move(answered)]() mutable {
        // Uses a copy of the token: a stop may answer, and end this store's last wait, while
        // signing still runs.
        sign(*m_protocol, stop,
             [this, token, body = std::move(body), stop,
              answered = std::move(answered)](Result<StoreRequest> request) mutable {
                 if (!request)
                     return answered(std::unexpected(std::move(request.error())));
                 auto sent =
                     m_caller.exchangeFor(std::move(request->url), HttpTrust::AlwaysTrusted);
                 sent.method = std::move(request->method);
                 if (body) // The answer arrives after the whole body.
                     sent.headTimeout = sent.totalTimeout;
                 sent.body = std::move(body);
                 std::ranges::move(request->headers, std::back_inserter(sent.headers));
                 m_caller.call(std::move(sent), kMaxAnswerBytes, std::move(stop),
                               std::move(answered));
             });
    });
}

void ObjectStore::putObject(StoreUpload upload, std::stop_token stop, Done<PutOutcome> done)
{
    upload.key = fullKey(upload.key);
    auto content = upload.content;
    exchange(
        [upload = std::move(upload)](ObjectProtocol& protocol, std::stop_token until,
                                     ObjectProtocol::Done signedBy) {
            protocol.signPut(upload, std::move(until), std::move(signedBy));
        },
        std::move(content), std::move(stop),
        [protocol = m_protocol, done = std::move(done)](Result<HttpAnswer> answer) mutable {
            constexpr std::uint32_t kPreconditionFailed = 412;
            if (answer && answer->head.status == kPreconditionFailed)
                return done(PutOutcome::AlreadyThere);
            if (auto outcome = outcomeOf(*protocol, answer); !outcome)
                return done(std::unexpected(std::move(outcome.error())));
            done(PutOutcome::Stored);
        });
}

void ObjectStore::exists(const std::string& key, std::stop_token stop, Done<bool> done)
{
    exchange(
        [key = fullKey(key)](ObjectProtocol& protocol, std::stop_token until,
                             ObjectProtocol::Done signedBy) {
            protocol.signExists(key, std::move(until), std::move(signedBy));
        },
        std::nullopt, std::move(stop),
        [protocol = m_protocol, done = std::move(done)](Result<HttpAnswer> answer) mutable {
            auto outcome = outcomeOf(*protocol, answer);
            if (!outcome && outcome.error().kind != ErrorKind::NotFound)
                return done(std::unexpected(std::move(outcome.error())));
            done(outcome.has_value());
        });
}

} // namespace faultline::net

// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the same checks against a running object store and prints one line for each:
//   store_check s3 ENDPOINT REGION BUCKET ACCESS_KEY SECRET_KEY
//   store_check gcs ENDPOINT BUCKET SERVICE_ACCOUNT_FILE
// An S3 bucket is created. Exit status: 0 when all checks hold, 1 when one does not, 2 for wrong
// arguments.

#include "core/base/hash.h"
#include "core/net/cloud/sigv4_signer.h"
#include "core/net/download/object_store.h"

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <future>
#include <string_view>

using namespace faultline;

namespace {

template <class T>
Result<T> waitFor(const std::function<void(net::ObjectStore::Done<T>)>& begin)
{
    std::promise<Result<T>> promise;
    begin([&](Result<T> value) { promise.set_value(std::move(value)); });
    return promise.get_future().get();
}

/// Calls of one store, each waited for.
class Client
{
public:
    Client(const net::ObjectStoreConfig& config, net::Transport& transport, WorkerPool& io)
        : m_store(config, {}, transport, io)
    {
    }

    Result<bool> exists(const std::string& key)
    {
        return waitFor<bool>([&](auto done) { m_store.exists(key, {}, std::move(done)); });
    }

    Result<net::ObjectStore::PutOutcome> put(const std::string& key, std::string content)
    {
        return waitFor<net::ObjectStore::PutOutcome>([&](auto done) {
            m_store.putObject({key, ByteView::fromString(std::move(content)), {}}, {},
                              std::move(done));
        });
    }

    Result<std::string> get(const std::string& key)
    {
        auto target = TempFile::create(std::filesystem::temp_directory_path());
        if (!target)
            return std::unexpected(target.error());
        auto file = waitFor<TempFile>(
            [&](auto done) { m_store.getObject(key, *std::move(target), {}, std::move(done)); });
        if (!file)
            return std::unexpected(file.error());
        return std::string(file->map()->text());
    }

private:
    net::ObjectStore m_store;
};

/// Counts and prints.
class Checks
{
public:
    void check(const std::string& name, bool holds, const std::string& otherwise = {})
    {
        std::printf("%s %s%s%s\n", holds ? "ok  " : "FAIL", name.c_str(), holds ? "" : ": ",
                    holds ? "" : otherwise.c_str());
        m_failed += holds ? 0 : 1;
    }

    template <class T>
    void equals(const std::string& name, const Result<T>& value, const T& expected)
    {
        check(name, value && *value == expected,
              value ? "another answer" : value.error().describe());
    }

    template <class T>
    void fails(const std::string& name, const Result<T>& value, ErrorKind kind)
    {
        check(name, !value && value.error().kind == kind,
              value ? "it did not" : value.error().describe());
    }

    int exitCode() const { return m_failed == 0 ? 0 : 1; }

private:
    int m_failed = 0;
};

void readAndWrite(Checks& checks, Client& client)
{
    using enum net::ObjectStore::PutOutcome;
    const std::string run = sha256Hex(asBytes(std::to_string(std::time(nullptr)))).substr(0, 8);
    std::string large(16 << 20, '\0');
    for (std::size_t i = 0; i < large.size(); ++i)
        large[i] = static_cast<char>(i * 2654435761u >> 24);
    const std::pair<const char*, std::string> keys[] = {
        {"plain key", "objects/v2/e6/de/c688"},
        {"space and plus", "with space/a+b"},
        {"unicode", "\xc3\xa4\xe1\x88\xb4/\xf0\x9f\x90\x9e"},
        {"signs of URLs", "a?b#c&d=e;f:g@h,$!*'()~"},
        {"percent signs", "100%25/%2F"},
    };
    for (const auto& [name, key] : keys) {
        const auto full = run + "/" + key;
        checks.equals(concat(name, ": is not there at first"), client.exists(full), false);
        checks.fails(concat(name, ": cannot be read"), client.get(full), ErrorKind::NotFound);
        checks.equals(concat(name, ": is stored"), client.put(full, "content of " + key), Stored);
        checks.equals(concat(name, ": is there"), client.exists(full), true);
        checks.equals(concat(name, ": is read"), client.get(full), "content of " + key);
    }
    const auto first = run + "/objects/v2/e6/de/c688";
    checks.equals("the first writer wins", client.put(first, "another"), AlreadyThere);
    checks.equals("and keeps its content", client.get(first),
                  std::string("content of objects/v2/e6/de/c688"));
    checks.equals("an empty object is stored", client.put(run + "/empty", ""), Stored);
    checks.equals("and read", client.get(run + "/empty"), std::string());
    checks.equals("16 MiB are stored", client.put(run + "/large", large), Stored);
    checks.equals("and read", client.get(run + "/large"), large);
}

int checkS3(const std::vector<std::string>& arguments)
{
    const auto transport = net::makeCurlTransport();
    WorkerPool io(2);
    net::S3StoreConfig config{{arguments[2], arguments[1], arguments[0]},
                              "some prefix",
                              sources::AwsCredentialsProvider::Static,
                              {arguments[3], arguments[4], {}}};
    Checks checks;
    {
        net::HttpCaller caller(*transport, io, {});
        const auto address = net::s3Address(config.bucket, "");
        net::SigV4Request request;
        request.method = "PUT";
        request.host = address->host;
        request.path = "/" + config.bucket.name;
        request.payloadHash = sha256Hex({});
        request.headers = {{"X-Amz-Content-Sha256", request.payloadHash}};
        auto exchange =
            caller.exchangeFor(concat(address->scheme, "://", address->host, request.path),
                               net::HttpTrust::AlwaysTrusted);
        exchange.method = "PUT";
        exchange.body = ByteView();
        const net::SigV4Signer signer(config.keys, address->region);
        exchange.headers = signer.signedHeaders(
            request, std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()));
        std::promise<Result<net::HttpAnswer>> made;
        caller.call(std::move(exchange), 1 << 20, {},
                    [&](Result<net::HttpAnswer> answer) { made.set_value(std::move(answer)); });
        const auto answer = made.get_future().get();
        checks.check("the bucket is made",
                     answer && (answer->head.status == 200 || answer->head.status == 409),
                     answer ? answer->body : answer.error().describe());
    }
    Client client(config, *transport, io);
    readAndWrite(checks, client);
    auto wrong = config;
    wrong.keys.secretKey += "x";
    Client stranger(wrong, *transport, io);
    checks.fails("a wrong secret cannot read", stranger.get("k"), ErrorKind::PermissionDenied);
    checks.fails("a wrong secret cannot write", stranger.put("k", "x"),
                 ErrorKind::PermissionDenied);
    wrong = config;
    wrong.keys.accessKey = "nobody";
    Client nobody(wrong, *transport, io);
    checks.fails("an unknown key cannot read", nobody.get("k"), ErrorKind::PermissionDenied);
    wrong = config;
    wrong.bucket.name = "no-such-bucket";
    Client elsewhere(wrong, *transport, io);
    checks.fails("a bucket that is not there", elsewhere.get("k"), ErrorKind::NotFound);
    return checks.exitCode();
}

int checkGcs(const std::vector<std::string>& arguments)
{
    const auto transport = net::makeCurlTransport();
    WorkerPool io(2);
    const net::GcsStoreConfig config{{arguments[1], arguments[0]}, "some prefix", arguments[2]};
    Checks checks;
    Client client(config, *transport, io);
    readAndWrite(checks, client);
    auto wrong = config;
    wrong.bucket.name = "no-such-bucket";
    Client elsewhere(wrong, *transport, io);
    checks.fails("a bucket that is not there", elsewhere.get("k"), ErrorKind::NotFound);
    return checks.exitCode();
}

} // namespace

int main(int argc, char** argv)
{
    const std::string kind = argc > 1 ? argv[1] : "";
    const std::vector<std::string> arguments(argv + std::min(argc, 2), argv + argc);
    if (kind == "s3" && arguments.size() == 5)
        return checkS3(arguments);
    if (kind == "gcs" && arguments.size() == 3)
        return checkGcs(arguments);
    std::fprintf(stderr, "usage: store_check s3 ENDPOINT REGION BUCKET ACCESS_KEY SECRET_KEY\n"
                         "       store_check gcs ENDPOINT BUCKET SERVICE_ACCOUNT_FILE\n");
    return 2;
}

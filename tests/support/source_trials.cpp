// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/source_trials.h"

#include <functional>
#include <iterator>
#include <utility>
#include <variant>

namespace faultline::test {

namespace {

using namespace faultline::sources;

using Names = std::vector<std::string>;

/// The lists of names have as many members as the bindings; both must grow with the struct.
template <class... Fields>
Names named(std::string_view type, const char* const (&names)[sizeof...(Fields)], const Fields&...)
{
    Names all;
    for (const auto* name : names)
        all.push_back(std::string(type) + "." + name);
    return all;
}

Names fieldsOf(const FilesystemSource& source)
{
    const auto& [path] = source;
    return named("FilesystemSource", {"path"}, path);
}

Names fieldsOf(const FolderSource& source)
{
    const auto& [path, recursive] = source;
    return named("FolderSource", {"path", "recursive"}, path, recursive);
}

Names fieldsOf(const HttpSource& source)
{
    const auto& [url, headers, acceptInvalidCerts] = source;
    return named("HttpSource", {"url", "headers", "acceptInvalidCerts"}, url, headers,
                 acceptInvalidCerts);
}

Names fieldsOf(const S3Source& source)
{
    const auto& [bucket, prefix, region, endpoint, accessKey, secretKey, provider, sessionToken] =
        source;
    return named("S3Source",
                 {"bucket", "prefix", "region", "endpoint", "accessKey", "secretKey", "provider",
                  "sessionToken"},
                 bucket, prefix, region, endpoint, accessKey, secretKey, provider, sessionToken);
}

Names fieldsOf(const GcsSource& source)
{
    const auto& [bucket, prefix, privateKey, clientEmail, bearerToken, isAnonymous, endpoint,
                 tokenUrl] = source;
    return named("GcsSource",
                 {"bucket", "prefix", "privateKey", "clientEmail", "bearerToken", "isAnonymous",
                  "endpoint", "tokenUrl"},
                 bucket, prefix, privateKey, clientEmail, bearerToken, isAnonymous, endpoint,
                 tokenUrl);
}

Names fieldsOf(const SentrySource& source)
{
    const auto& [url, token, cookies] = source;
    return named("SentrySource", {"url", "token", "cookies"}, url, token, cookies);
}

Names fieldsOf(const SourceFilters& filters)
{
    const auto& [fileTypes, pathPatterns, requiresChecksum] = filters;
    return named("SourceFilters", {"fileTypes", "pathPatterns", "requiresChecksum"}, fileTypes,
                 pathPatterns, requiresChecksum);
}

Names fieldsOf(const SourceLayout& layout)
{
    const auto& [type, casing] = layout;
    return named("SourceLayout", {"type", "casing"}, type, casing);
}

Names fieldsOf(const SourceProbes& probes)
{
    const auto& [filePtr, index2, paddedBuildId, codeId, breakpadName] = probes;
    return named("SourceProbes", {"filePtr", "index2", "paddedBuildId", "codeId", "breakpadName"},
                 filePtr, index2, paddedBuildId, codeId, breakpadName);
}

/// Without the structs in it, which have their own lists.
Names fieldsOf(const SourceConfig& config)
{
    const auto& [id, origin, filters, layout, isPublic, hasIndex, probes, filePtrRoots, copyTo,
                 where] = config;
    auto all =
        named("SourceConfig", {"id", "origin", "isPublic", "hasIndex", "filePtrRoots", "copyTo"},
              id, origin, isPublic, hasIndex, filePtrRoots, copyTo);
    const auto add = [&](Names names) {
        all.insert(all.end(), std::make_move_iterator(names.begin()),
                   std::make_move_iterator(names.end()));
    };
    add(fieldsOf(filters));
    add(fieldsOf(layout));
    add(fieldsOf(probes));
    add(std::visit([](const auto& kind) { return fieldsOf(kind); }, where));
    return all;
}

template <class Kind>
SourceConfig sourceWith(Kind where)
{
    SourceConfig source;
    source.id = "store";
    source.where = std::move(where);
    return source;
}

S3Source s3()
{
    return {.bucket = "syms",
            .prefix = "pre",
            .region = "us-east-1",
            .endpoint = "",
            .accessKey = "AKID",
            .secretKey = "own-secret",
            .sessionToken = ""};
}

GcsSource gcs()
{
    return {.bucket = "syms",
            .prefix = "pre",
            .privateKey = "own-private-key",
            .clientEmail = "symbols@acme.example",
            .bearerToken = "",
            .endpoint = "",
            .tokenUrl = ""};
}

HttpSource http()
{
    return {.url = "https://syms.example/store?v=1", .headers = {}};
}

/// Collects trials of one struct.
template <class Struct>
class Trials
{
public:
    Trials(std::string type, SourceConfig from, Struct& (*part)(SourceConfig&))
        : m_type(std::move(type)), m_from(std::move(from)), m_part(part)
    {
    }

    template <class Value>
    Trials& add(std::string_view field,
                std::string_view how,
                Decides decides,
                Value Struct::* member,
                Value value,
                std::string secret = {})
    {
        FieldTrial trial{.name = m_type + "." + std::string(field) + ": " + std::string(how),
                         .field = m_type + "." + std::string(field),
                         .decides = decides,
                         .one = m_from,
                         .other = m_from,
                         .secret = std::move(secret)};
        m_part(trial.other).*member = std::move(value);
        m_trials.push_back(std::move(trial));
        return *this;
    }

    void moveTo(std::vector<FieldTrial>& all)
    {
        all.insert(all.end(), std::make_move_iterator(m_trials.begin()),
                   std::make_move_iterator(m_trials.end()));
    }

private:
    const std::string m_type;
    const SourceConfig m_from;
    Struct& (*m_part)(SourceConfig&);
    std::vector<FieldTrial> m_trials;
};

template <class Kind>
Trials<Kind> trialsOf(std::string type, Kind from)
{
    return Trials<Kind>(
        std::move(type), sourceWith(std::move(from)),
        +[](SourceConfig& config) -> Kind& { return std::get<Kind>(config.where); });
}

void addLocalTrials(std::vector<FieldTrial>& all)
{
    using enum Decides;
    trialsOf("FilesystemSource", FilesystemSource{"/syms"})
        .add("path", "another folder", Bytes, &FilesystemSource::path, std::string("/other"))
        .moveTo(all);
    trialsOf("FolderSource", FolderSource{"/build"})
        .add("path", "another folder", Bytes, &FolderSource::path, std::string("/other"))
        .add("recursive", "not below", Nothing, &FolderSource::recursive, false)
        .moveTo(all);
}

void addHttpTrials(std::vector<FieldTrial>& all)
{
    using enum Decides;
    using Headers = std::vector<std::pair<std::string, std::string>>;
    const auto url = &HttpSource::url;
    const auto headers = &HttpSource::headers;
    trialsOf("HttpSource", http())
        .add("url", "another host", Bytes, url, std::string("https://evil.example/store?v=1"))
        .add("url", "another scheme", Bytes, url, std::string("http://syms.example/store?v=1"))
        .add("url", "another port", Bytes, url, std::string("https://syms.example:1/store?v=1"))
        .add("url", "another path", Bytes, url, std::string("https://syms.example/evil?v=1"))
        .add("url", "another query", Bytes, url, std::string("https://syms.example/store?v=2"))
        .add("url", "a user", Bytes, url, std::string("https://eve:pwd-x@syms.example/store?v=1"),
             "pwd-x")
        .add("url", "a secret", Bytes, url,
             std::string("https://syms.example/store?v=1&sig=signed-x"), "signed-x")
        .add("headers", "another site", Bytes, headers, Headers{{"Host", "evil.example"}})
        .add("headers", "a credential", Bytes, headers, Headers{{"Authorization", "Basic hdr-x"}},
             "hdr-x")
        .add("headers", "of a proxy", Bytes, headers, Headers{{"X-Forwarded-Host", "evil.example"}})
        .add("headers", "of our own", Bytes, headers, Headers{{"X-Tenant", "evil"}})
        .add("headers", "an agent", Bytes, headers, Headers{{"User-Agent", "curl/8"}})
        .add("headers", "one letter", Nothing, headers, Headers{{"X", "y"}})
        .add("acceptInvalidCerts", "no trust", Bytes, &HttpSource::acceptInvalidCerts, true)
        .moveTo(all);
    auto signedUrl = http();
    signedUrl.url += "&sig=a";
    trialsOf("HttpSource", signedUrl)
        .add("url", "another secret", Bytes, url,
             std::string("https://syms.example/store?v=1&sig=signed-x"), "signed-x")
        .moveTo(all);
    auto withHeaders = http();
    withHeaders.headers = {{"Aa", "bC"}, {"Dd", "e"}};
    trialsOf("HttpSource", withHeaders)
        .add("headers", "cut elsewhere", Bytes, headers, Headers{{"Aab", "C"}, {"Dd", "e"}})
        .add("headers", "one less", Bytes, headers, Headers{{"Aa", "bC"}})
        .add("headers", "another value", Bytes, headers, Headers{{"Aa", "bC"}, {"Dd", "f"}})
        .moveTo(all);
}

void addBucketTrials(std::vector<FieldTrial>& all)
{
    using enum Decides;
    const std::string other = "other";
    const std::string evil = "https://evil.example";
    trialsOf("S3Source", s3())
        .add("bucket", "another", Bytes, &S3Source::bucket, other)
        .add("prefix", "another", Bytes, &S3Source::prefix, other)
        .add("region", "another", Bytes, &S3Source::region, other)
        .add("endpoint", "of a stranger", Bytes, &S3Source::endpoint, evil)
        .add("accessKey", "another", Bytes, &S3Source::accessKey, std::string("AKID-x"), "AKID-x")
        .add("secretKey", "another", Bytes, &S3Source::secretKey, std::string("skey-x"), "skey-x")
        .add("provider", "none", Bytes, &S3Source::provider, AwsCredentialsProvider::Anonymous)
        .add("provider", "the container", Bytes, &S3Source::provider,
             AwsCredentialsProvider::Container)
        .add("sessionToken", "another", Bytes, &S3Source::sessionToken, std::string("tok-x"),
             "tok-x")
        .moveTo(all);
    trialsOf("GcsSource", gcs())
        .add("bucket", "another", Bytes, &GcsSource::bucket, other)
        .add("prefix", "another", Bytes, &GcsSource::prefix, other)
        .add("privateKey", "another", Bytes, &GcsSource::privateKey, std::string("pkey-x"),
             "pkey-x")
        .add("clientEmail", "another", Bytes, &GcsSource::clientEmail, std::string("eve-x"),
             "eve-x")
        .add("bearerToken", "another", Bytes, &GcsSource::bearerToken, std::string("tok-x"),
             "tok-x")
        .add("isAnonymous", "no token", Bytes, &GcsSource::isAnonymous, true)
        .add("endpoint", "of a stranger", Bytes, &GcsSource::endpoint, evil)
        .add("tokenUrl", "of a stranger", Bytes, &GcsSource::tokenUrl, evil)
        .moveTo(all);
    // The location is "s3://syms/pre/a/…" for both.
    FieldTrial shifted{.name = "S3Source.bucket: a part of the prefix",
                       .field = "S3Source.bucket",
                       .decides = Bytes,
                       .one = sourceWith(s3()),
                       .other = sourceWith(s3())};
    auto& s3Source = std::get<S3Source>(shifted.other.where);
    s3Source.bucket = "syms/pre";
    s3Source.prefix = "";
    all.push_back(std::move(shifted));
}

void addSentryTrials(std::vector<FieldTrial>& all)
{
    using enum Decides;
    trialsOf("SentrySource", SentrySource{"https://sentry.example/a/", "token", ""})
        .add("url", "another host", Bytes, &SentrySource::url,
             std::string("https://evil.example/a/"))
        .add("url", "another project", Bytes, &SentrySource::url,
             std::string("https://sentry.example/b/"))
        .add("token", "another", Bytes, &SentrySource::token, std::string("tok-x"), "tok-x")
        .add("cookies", "besides", Bytes, &SentrySource::cookies, std::string("cookie-x"),
             "cookie-x")
        .moveTo(all);
}

void addCommonTrials(std::vector<FieldTrial>& all)
{
    using enum Decides;
    using List = std::vector<std::string>;
    Trials<SourceConfig>(
        "SourceConfig", sourceWith(http()), +[](SourceConfig& c) -> SourceConfig& { return c; })
        .add("id", "another", Id, &SourceConfig::id, std::string("other"))
        .add("origin", "of an operator", Nothing, &SourceConfig::origin, SourceOrigin::BuiltIn)
        .add("isPublic", "shared", Scope, &SourceConfig::isPublic, true)
        .add("hasIndex", "an index", Nothing, &SourceConfig::hasIndex, true)
        .add("filePtrRoots", "a folder", Bytes, &SourceConfig::filePtrRoots, List{"/syms"})
        .add("copyTo", "a store", Nothing, &SourceConfig::copyTo, List{"/store"})
        .moveTo(all);
    Trials<SourceFilters>(
        "SourceFilters", sourceWith(http()),
        +[](SourceConfig& c) -> SourceFilters& { return c.filters; })
        .add("fileTypes", "one", Nothing, &SourceFilters::fileTypes,
             std::vector<FileType>{FileType::Pdb})
        .add("pathPatterns", "one", Nothing, &SourceFilters::pathPatterns, List{"*"})
        .add("requiresChecksum", "yes", Nothing, &SourceFilters::requiresChecksum, true)
        .moveTo(all);
    Trials<SourceLayout>(
        "SourceLayout", sourceWith(http()),
        +[](SourceConfig& c) -> SourceLayout& { return c.layout; })
        .add("type", "another", Nothing, &SourceLayout::type, LayoutType::Unified)
        .add("casing", "another", Nothing, &SourceLayout::casing, PathCasing::Lowercase)
        .moveTo(all);
    Trials<SourceProbes>(
        "SourceProbes", sourceWith(http()),
        +[](SourceConfig& c) -> SourceProbes& { return c.probes; })
        .add("filePtr", "yes", Nothing, &SourceProbes::filePtr, true)
        .add("index2", "yes", Nothing, &SourceProbes::index2, true)
        .add("paddedBuildId", "yes", Nothing, &SourceProbes::paddedBuildId, true)
        .add("codeId", "yes", Nothing, &SourceProbes::codeId, true)
        .add("breakpadName", "yes", Nothing, &SourceProbes::breakpadName, true)
        .moveTo(all);
}

} // namespace

std::vector<FieldTrial> fieldTrials()
{
    std::vector<FieldTrial> all;
    addLocalTrials(all);
    addHttpTrials(all);
    addBucketTrials(all);
    addSentryTrials(all);
    addCommonTrials(all);
    return all;
}

std::vector<std::string> fieldsOfSources()
{
    Names all;
    for (const auto& source : sourceOfEachKind()) {
        auto names = fieldsOf(source);
        all.insert(all.end(), names.begin(), names.end());
    }
    return all;
}

std::vector<sources::SourceConfig> sourceOfEachKind()
{
    std::vector<SourceConfig> all{
        sourceWith(FilesystemSource{"/syms"}),
        sourceWith(FolderSource{"/build"}),
        sourceWith(http()),
        sourceWith(s3()),
        sourceWith(gcs()),
        sourceWith(SentrySource{"https://sentry.example/a/", "token", ""})};
    static_assert(std::variant_size_v<decltype(SourceConfig::where)> == 6,
                  "a new kind of source needs a row here and trials of its fields");
    return all;
}

} // namespace faultline::test

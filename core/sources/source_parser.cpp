// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/source_parser.h"

#include "core/json/json_members.h"
#include "core/json/json_reader.h"
#include "core/sources/glob.h"
#include "core/sources/source_traits.h"
#include "core/sources/url.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <unordered_set>

namespace faultline::sources {

namespace {

using json::JsonKind;
using json::JsonValue;

/// For errors.
std::string_view typeName(const JsonValue& value)
{
    switch (value.kind()) {
    case JsonKind::Null: return "null";
    case JsonKind::Bool: return "boolean";
    case JsonKind::Signed:
    case JsonKind::Unsigned:
    case JsonKind::Real: return "number";
    case JsonKind::String: return "string";
    case JsonKind::Array: return "array";
    case JsonKind::Object: return "object";
    }
    return "an unknown value";
}

/// One JSON object, perhaps an absent one, and where it stands, for errors. Valid as long as the
/// document.
class Node
{
public:
    Node(std::optional<JsonValue> object, std::string path)
        : m_object(object), m_path(std::move(path))
    {
    }

    const std::optional<JsonValue>& object() const { return m_object; }

    std::string pathOf(std::string_view key) const
    {
        return m_path.empty() ? std::string(key) : concat(m_path, ".", key);
    }

    template <class... Parts>
    std::unexpected<Error> failAt(std::string_view key, const Parts&... parts) const
    {
        return fail(ErrorKind::Malformed, pathOf(key), ": ", parts...);
    }

    /// Absent also when the value is null. Fails when the key is there twice.
    Result<std::optional<JsonValue>> find(std::string_view key) const
    {
        std::optional<JsonValue> found;
        std::size_t count = 0;
        forEach([&](const JsonValue& value) {
            if (value.key() == key && ++count == 1)
                found = value;
        });
        if (count > 1)
            return failAt(key, "duplicate field");
        if (found && found->kind() == JsonKind::Null)
            found.reset();
        return found;
    }

    bool has(std::string_view key) const
    {
        const auto found = find(key);
        return found && *found;
    }

    bool isNull(std::string_view key) const
    {
        bool isNull = false;
        forEach([&](const JsonValue& value) {
            isNull = isNull || (value.key() == key && value.kind() == JsonKind::Null);
        });
        return isNull;
    }

    Result<std::string> text(std::string_view key,
                             std::optional<std::string_view> otherwise = std::nullopt) const
    {
        FL_TRY(const auto value, find(key));
        if (!value && otherwise)
            return std::string(*otherwise);
        if (!value)
            return failAt(key, "missing");
        if (value->kind() != JsonKind::String)
            return failAt(key, "expected a string, found ", typeName(*value));
        return std::string(value->text());
    }

    Result<bool> flag(std::string_view key) const
    {
        FL_TRY(const auto value, find(key));
        if (!value)
            return false;
        if (value->kind() != JsonKind::Bool)
            return failAt(key, "expected true or false, found ", typeName(*value));
        return value->boolean();
    }

    /// An object; an absent one when the key is absent.
    Result<Node> child(std::string_view key) const
    {
        FL_TRY(const auto value, find(key));
        if (value && value->kind() != JsonKind::Object)
            return failAt(key, "expected an object, found ", typeName(*value));
        return Node(value, pathOf(key));
    }

    Result<std::vector<std::string>> texts(std::string_view key) const
    {
        FL_TRY(const auto value, find(key));
        std::vector<std::string> list;
        if (!value)
            return list;
        if (value->kind() != JsonKind::Array)
            return failAt(key, "expected a list, found ", typeName(*value));
        for (auto item = value->firstChild(); item; item = item->nextSibling(*value)) {
            if (item->kind() != JsonKind::String)
                return failAt(concat(key, "[", list.size(), "]"), "expected a string, found ",
                              typeName(*item));
            list.emplace_back(item->text());
        }
        return list;
    }

private:
    template <class Visit>
    void forEach(const Visit& visit) const
    {
        if (m_object)
            json::forEachChild(*m_object, visit);
    }

    std::optional<JsonValue> m_object;
    std::string m_path;
};

Result<SourceFilters> parseFilters(const Node& node)
{
    SourceFilters filters;
    FL_TRY(const auto names, node.texts("filetypes"));
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto type = parseFileType(names[i]);
        if (!type)
            return node.failAt(concat("filetypes[", i, "]"), "unknown file type \"", names[i],
                               "\"");
        filters.fileTypes.push_back(*type);
    }
    FL_TRY(filters.pathPatterns, node.texts("path_patterns"));
    for (std::size_t i = 0; i < filters.pathPatterns.size(); ++i) {
        if (const auto glob = Glob::parse(filters.pathPatterns[i]); !glob)
            return node.failAt(concat("path_patterns[", i, "]"), glob.error().detail);
    }
    FL_TRY(filters.requiresChecksum, node.flag("requires_checksum"));
    return filters;
}

Result<SourceLayout> parseLayout(const Node& node)
{
    SourceLayout layout;
    FL_TRY(const auto type, node.text("type", "native"));
    const auto known = parseLayoutType(type);
    if (!known)
        return node.failAt("type", "unknown layout \"", type, "\"");
    layout.type = *known;
    FL_TRY(const auto casing, node.text("casing", "default"));
    if (casing == "lowercase")
        layout.casing = PathCasing::Lowercase;
    else if (casing == "uppercase")
        layout.casing = PathCasing::Uppercase;
    else if (casing != "default")
        return node.failAt("casing", "unknown casing \"", casing, "\"");
    return layout;
}

Result<SourceProbes> parseProbes(const Node& node)
{
    SourceProbes probes;
    const std::array<std::pair<std::string_view, bool*>, 5> kinds{
        {{"file_ptr", &probes.filePtr},
         {"index2", &probes.index2},
         {"padded_build_id", &probes.paddedBuildId},
         {"code_id", &probes.codeId},
         {"breakpad_name", &probes.breakpadName}}};
    FL_TRY(const auto names, node.texts("probe"));
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto* kind =
            std::ranges::find(kinds, names[i], &std::pair<std::string_view, bool*>::first);
        if (kind == kinds.end())
            return node.failAt(concat("probe[", i, "]"), "unknown look-up \"", names[i], "\"");
        *kind->second = true;
    }
    return probes;
}

Result<std::string> parseUrl(const Node& node, std::string_view key)
{
    FL_TRY(auto url, node.text(key));
    if (splitUrl(url).host.empty())
        return node.failAt(key, "not an absolute URL");
    return url;
}

/// Empty when the key is absent.
Result<std::string> parseOptionalUrl(const Node& node, std::string_view key)
{
    FL_TRY(const auto value, node.find(key));
    if (!value)
        return std::string();
    return parseUrl(node, key);
}

/// Who wrote a source down.
enum class Author : std::uint8_t { Request, Operator };

/// In the order of their names. In a request, a repeated name's last value counts, as in
/// Symbolicator. Unlike most keys, this one may not be null, as there.
Result<std::vector<std::pair<std::string, std::string>>> parseHeaders(const Node& source,
                                                                      Author author)
{
    std::map<std::string, std::string> headers;
    if (source.isNull("headers"))
        return source.failAt("headers", "expected an object, found null");
    FL_TRY(const auto node, source.child("headers"));
    if (!node.object())
        return std::vector<std::pair<std::string, std::string>>();
    for (auto value = node.object()->firstChild(); value;
         value = value->nextSibling(*node.object())) {
        if (value->kind() != JsonKind::String)
            return node.failAt(value->key(), "expected a string, found ", typeName(*value));
        const auto [place, isNew] =
            headers.insert_or_assign(std::string(value->key()), std::string(value->text()));
        if (!isNew && author == Author::Operator)
            return node.failAt(value->key(), "duplicate field");
    }
    return std::vector<std::pair<std::string, std::string>>(headers.begin(), headers.end());
}

Result<HttpSource> parseHttp(const Node& node, Author author)
{
    HttpSource source;
    FL_TRY(source.url, parseUrl(node, "url"));
    FL_TRY(source.headers, parseHeaders(node, author));
    FL_TRY(source.acceptInvalidCerts, node.flag("accept_invalid_certs"));
    return source;
}

/// A name, or the pair [name, endpoint URL].
Result<void> parseRegion(const Node& node, S3Source& source)
{
    FL_TRY(const auto region, node.find("region"));
    if (!region)
        return node.failAt("region", "missing");
    if (region->kind() == JsonKind::String) {
        source.region = region->text();
        if (source.region.empty())
            return node.failAt("region", "empty");
        return {};
    }
    const auto pair = node.texts("region");
    if (!pair || pair->size() != 2)
        return node.failAt("region", "expected a name or a list of name and endpoint");
    source.region = (*pair)[0];
    source.endpoint = (*pair)[1];
    if (splitUrl(source.endpoint).host.empty())
        return node.failAt("region[1]", "not an absolute URL");
    return {};
}

Result<AwsCredentialsProvider> parseProvider(const Node& node, Author author)
{
    constexpr std::string_view kKey = "aws_credentials_provider";
    FL_TRY(const auto name, node.text(kKey, "static"));
    if (name == "static")
        return AwsCredentialsProvider::Static;
    if (name == "container")
        return AwsCredentialsProvider::Container;
    if (name == "instance" && author == Author::Request)
        return node.failAt(kKey, "keys of the machine are for configured sources only");
    if (name == "instance")
        return AwsCredentialsProvider::Instance;
    if (name == "anonymous")
        return AwsCredentialsProvider::Anonymous;
    return node.failAt(kKey, "unknown provider \"", name, "\"");
}

Result<S3Source> parseS3(const Node& node, Author author)
{
    S3Source source;
    FL_TRY(source.bucket, node.text("bucket"));
    FL_TRY(source.prefix, node.text("prefix", ""));
    FL_CHECK(parseRegion(node, source));
    FL_TRY(source.accessKey, node.text("access_key", ""));
    FL_TRY(source.secretKey, node.text("secret_key", ""));
    FL_TRY(source.sessionToken, node.text("session_token", ""));
    FL_TRY(source.provider, parseProvider(node, author));
    return source;
}

Result<GcsSource> parseGcs(const Node& node)
{
    GcsSource source;
    FL_TRY(source.bucket, node.text("bucket"));
    FL_TRY(source.prefix, node.text("prefix", ""));
    FL_TRY(source.privateKey, node.text("private_key", ""));
    FL_TRY(source.clientEmail, node.text("client_email", ""));
    FL_TRY(source.bearerToken, node.text("bearer_token", ""));
    FL_TRY(source.isAnonymous, node.flag("anonymous"));
    FL_TRY(source.endpoint, parseOptionalUrl(node, "endpoint"));
    FL_TRY(source.tokenUrl, parseOptionalUrl(node, "token_endpoint"));
    // An empty key fails when it is used, as in Symbolicator.
    const bool hasKey = node.has("private_key") && node.has("client_email");
    if (!hasKey && !node.has("bearer_token") && !source.isAnonymous)
        return node.failAt("private_key",
                           "private_key with client_email, or bearer_token is required");
    return source;
}

Result<SentrySource> parseSentry(const Node& node)
{
    SentrySource source;
    FL_TRY(source.url, parseUrl(node, "url"));
    FL_TRY(source.token, node.text("token", ""));
    FL_TRY(source.cookies, node.text("cookies", ""));
    if (source.token.empty() == source.cookies.empty())
        return node.failAt("token", "exactly one of token and cookies is required");
    return source;
}

Result<void> parseWhere(const Node& node, Author author, SourceConfig& source)
{
    FL_TRY(const auto type, node.text("type"));
    if (type == "http") {
        FL_TRY(source.where, parseHttp(node, author));
    } else if (type == "s3") {
        FL_TRY(source.where, parseS3(node, author));
    } else if (type == "gcs") {
        FL_TRY(source.where, parseGcs(node));
    } else if (type == "sentry") {
        FL_TRY(source.where, parseSentry(node));
    } else if (type == "filesystem") {
        FL_TRY(auto path, node.text("path"));
        source.where = FilesystemSource{std::move(path)};
    } else if (type == "folder") {
        FL_TRY(auto path, node.text("path"));
        source.where = FolderSource{std::move(path)};
    } else {
        return node.failAt("type", "unknown source type \"", type, "\"");
    }
    return {};
}

/// Ids that begin with "sentry:" are the contract's sign for sources that an operator's service
/// adds (docs/spec/sources-and-caches.md §2.1).
SourceOrigin originOf(std::string_view id)
{
    return id.starts_with("sentry:") ? SourceOrigin::BuiltIn : SourceOrigin::Configured;
}

Result<SourceConfig> parseNode(const JsonValue& value, const std::string& path, Author author)
{
    if (value.kind() != JsonKind::Object)
        return fail(ErrorKind::Malformed, path.empty() ? "source" : path,
                    ": expected an object, found ", typeName(value));
    const Node node(value, path);
    SourceConfig source;
    FL_TRY(source.id, node.text("id"));
    source.origin = originOf(source.id);
    FL_CHECK(parseWhere(node, author, source));
    if (!traitsOf(source).takesOptions) // docs/spec/sources-and-caches.md §2.7.
        return source;
    FL_TRY(const auto filters, node.child("filters"));
    FL_TRY(source.filters, parseFilters(filters));
    FL_TRY(const auto layout, node.child("layout"));
    FL_TRY(source.layout, parseLayout(layout));
    FL_TRY(source.isPublic, node.flag("is_public"));
    FL_TRY(source.hasIndex, node.flag("has_index"));
    FL_TRY(source.probes, parseProbes(node));
    if (author == Author::Operator) {
        FL_TRY(source.filePtrRoots, node.texts("file_ptr_roots"));
        FL_TRY(source.copyTo, node.texts("copy_to"));
    }
    return source;
}

Result<json::JsonDocument> parseDocument(std::string_view text)
{
    auto document = json::parseJson(text);
    if (!document)
        return fail(ErrorKind::Malformed, "sources: not valid JSON");
    return document;
}

Result<std::vector<SourceConfig>> parseList(std::string_view text, Author author)
{
    FL_TRY(const auto document, parseDocument(text));
    const auto list = document.root();
    if (list.kind() != JsonKind::Array)
        return fail(ErrorKind::Malformed, "sources: expected a list, found ", typeName(list));
    std::vector<SourceConfig> sources;
    std::unordered_set<std::string> ids;
    for (auto item = list.firstChild(); item; item = item->nextSibling(list)) {
        const auto path = concat("sources[", sources.size(), "]");
        FL_TRY(auto source, parseNode(*item, path, author));
        if (!ids.insert(source.id).second)
            return fail(ErrorKind::Malformed, path, ".id: \"", source.id, "\" is used twice");
        sources.push_back(std::move(source));
    }
    return sources;
}

} // namespace

Result<SourceConfig> parseSource(std::string_view text)
{
    FL_TRY(const auto document, parseDocument(text));
    return parseNode(document.root(), "", Author::Request);
}

Result<std::vector<SourceConfig>> parseSources(std::string_view text)
{
    return parseList(text, Author::Request);
}

Result<std::vector<SourceConfig>> parseOwnSources(std::string_view text)
{
    return parseList(text, Author::Operator);
}

SourceConfig parseSourceArgument(std::string_view argument, std::string_view id)
{
    SourceConfig source;
    source.id = id;
    source.layout.type = LayoutType::Unified;
    const auto colon = argument.find(':');
    if (const auto layout = parseLayoutType(argument.substr(0, colon));
        layout && colon != std::string_view::npos) {
        source.layout.type = *layout;
        argument.remove_prefix(colon + 1);
    }
    if (argument.starts_with("http://") || argument.starts_with("https://"))
        source.where = HttpSource{std::string(argument), {}, false};
    else
        source.where = FilesystemSource{std::string(argument)};
    return source;
}

} // namespace faultline::sources

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcebundle/bundle_manifest.h"

#include "core/base/text.h"
#include "core/json/json_members.h"
#include "core/json/json_reader.h"

namespace faultline::sourcebundle {

namespace {

BundleFileType typeOf(std::string_view name)
{
    if (name == "source")
        return BundleFileType::Source;
    if (name == "minified_source")
        return BundleFileType::MinifiedSource;
    if (name == "source_map")
        return BundleFileType::SourceMap;
    if (name == "indexed_ram_bundle")
        return BundleFileType::IndexedRamBundle;
    return BundleFileType::Unknown;
}

/// Calls visit(name, text) for each member of `object` that is a text.
template <class Visit>
void forEachText(const json::JsonValue& object, Visit visit)
{
    json::forEachChild(object, [&](const json::JsonValue& value) {
        if (value.kind() == json::JsonKind::String)
            visit(value.key(), value.text());
    });
}

bool isObject(const std::optional<json::JsonValue>& value)
{
    return value && value->kind() == json::JsonKind::Object;
}

BundleFile readFile(const json::JsonValue& entry)
{
    BundleFile file;
    file.type = typeOf(json::textMember(entry, "type"));
    file.path = json::textMember(entry, "path");
    file.url = json::textMember(entry, "url");
    if (const auto headers = json::member(entry, "headers"); isObject(headers)) {
        forEachText(*headers, [&](std::string_view name, std::string_view text) {
            file.headers.emplace(toLowerAscii(name), text);
        });
    }
    return file;
}

} // namespace

Result<BundleManifest> parseBundleManifest(Bytes bytes)
{
    const auto document = json::parseJson(asText(bytes));
    if (!document || document->root().kind() != json::JsonKind::Object)
        return fail(ErrorKind::Malformed, "bundle manifest: ", bytes.size(),
                    " bytes are no json object");
    const auto root = document->root();
    BundleManifest manifest;
    forEachText(root, [&](std::string_view name, std::string_view text) {
        manifest.attributes.emplace(name, text);
    });
    // Some writers keep them apart.
    if (const auto attributes = json::member(root, "attributes"); isObject(attributes)) {
        forEachText(*attributes, [&](std::string_view name, std::string_view text) {
            manifest.attributes.emplace(name, text);
        });
    }
    if (const auto files = json::member(root, "files"); isObject(files)) {
        json::forEachChild(*files, [&](const json::JsonValue& entry) {
            if (entry.kind() == json::JsonKind::Object)
                manifest.files.emplace(entry.key(), readFile(entry));
        });
    }
    if (const auto links = json::member(root, "source_links"); isObject(links)) {
        forEachText(*links, [&](std::string_view pattern, std::string_view url) {
            manifest.links.add(pattern, url);
        });
    }
    return manifest;
}

} // namespace faultline::sourcebundle

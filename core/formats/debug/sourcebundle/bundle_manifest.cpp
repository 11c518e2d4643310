#include "core/formats/debug/sourcebundle/bundle_manifest.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

namespace faultline::sourcebundle {

namespace {

using Json = nlohmann::json;

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

/// A member that is an object; null otherwise. Not owned.
const Json* objectMember(const Json& parent, const char* key)
{
    const auto member = parent.find(key);
    return member != parent.end() && member->is_object() ? &*member : nullptr;
}

std::string stringMember(const Json& parent, const char* key)
{
    const auto member = parent.find(key);
    return member != parent.end() && member->is_string() ? member->get<std::string>()
                                                         : std::string();
}

BundleFile readFile(const Json& json)
{
    BundleFile file;
    file.type = typeOf(stringMember(json, "type"));
    file.path = stringMember(json, "path");
    file.url = stringMember(json, "url");
    if (const auto* headers = objectMember(json, "headers")) {
        for (const auto& [name, value] : headers->items()) {
            if (value.is_string())
                file.headers.emplace(toLowerAscii(name), value.get<std::string>());
        }
    }
    return file;
}

} // namespace

Result<BundleManifest> parseBundleManifest(Bytes json)
{
    const auto text = asText(json);
    const auto root = Json::parse(text.begin(), text.end(), nullptr, false);
    if (!root.is_object())
        return fail(ErrorKind::Malformed, "bundle manifest: ", json.size(),
                    " bytes are no json object");
    BundleManifest manifest;
    for (const auto& [key, value] : root.items()) {
        if (value.is_string())
            manifest.attributes.emplace(key, value.get<std::string>());
    }
    if (const auto* files = objectMember(root, "files")) {
        for (const auto& [name, value] : files->items()) {
            if (value.is_object())
                manifest.files.emplace(name, readFile(value));
        }
    }
    if (const auto* links = objectMember(root, "source_links")) {
        for (const auto& [pattern, url] : links->items()) {
            if (url.is_string())
                manifest.links.add(pattern, url.get<std::string>());
        }
    }
    return manifest;
}

} // namespace faultline::sourcebundle

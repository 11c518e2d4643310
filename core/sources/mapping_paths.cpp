// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/mapping_paths.h"

#include "core/base/result.h"
#include "core/base/text.h"

namespace faultline::sources {

namespace {

std::vector<std::string> plainPaths(LayoutType layout, FileType type, const DebugId& id)
{
    const bool isMapping = type == FileType::Proguard;
    if (layout == LayoutType::Unified) {
        const auto hex = id.uuidHex();
        return {concat(hex.substr(0, 2), "/", hex.substr(2),
                       isMapping ? "/proguard" : "/sourcebundle")};
    }
    if (layout != LayoutType::Native || !isMapping)
        return {};
    const auto name = id.canonical();
    return {"proguard/" + name, name + ".txt", concat("proguard/", name, "/mapping.txt")};
}

} // namespace

std::vector<std::string> jvmFilePaths(const SourceLayout& layout, FileType type, const DebugId& id)
{
    auto paths = plainPaths(layout.type, type, id);
    for (auto& path : paths) {
        if (layout.casing == PathCasing::Lowercase)
            path = toLowerAscii(path);
        else if (layout.casing == PathCasing::Uppercase)
            path = toUpperAscii(path);
    }
    return paths;
}

} // namespace faultline::sources

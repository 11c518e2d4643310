// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/file_content.h"

#include "core/formats/debug/sourcemap/map_reference.h"
#include "core/symbolicate/js/script_paths.h"

namespace faultline::js {

namespace {

std::optional<std::string> referenceOf(std::string_view text,
                                       const std::map<std::string, std::string>& headers)
{
    for (const char* name : {"sourcemap", "x-sourcemap"}) {
        if (const auto header = headers.find(name); header != headers.end())
            return header->second;
    }
    const auto comment = sourcemap::findMapReference(text);
    return comment ? std::optional(std::string(*comment)) : std::nullopt;
}

} // namespace

std::optional<DebugId> debugIdComment(std::string_view text)
{
    const auto comment = sourcemap::findDebugIdComment(text);
    return comment ? DebugId::parse(*comment) : std::nullopt;
}

Result<FoundFile::Content> readContent(ByteView text,
                                       std::string_view path,
                                       const std::map<std::string, std::string>& headers,
                                       bool isStrict)
{
    FoundFile::Content content;
    const auto reference = referenceOf(text.text(), headers);
    if (reference && reference->starts_with("data:")) {
        auto embedded = sourcemap::readDataUrl(*reference);
        if (embedded)
            content.embedded = *std::move(embedded);
        else if (isStrict)
            return fail(ErrorKind::Malformed, "invalid `data:` url");
        else
            content.embeddedDamage = std::move(embedded).error();
    } else if (reference) {
        content.mapUrl = joinPaths(path, *reference);
    }
    content.text = std::move(text);
    return content;
}

} // namespace faultline::js

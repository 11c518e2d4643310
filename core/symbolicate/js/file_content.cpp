// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/file_content.h"

#include "core/formats/debug/sourcemap/map_reference.h"
#include "core/symbolicate/js/script_paths.h"

namespace faultline::js {

namespace {

std::optional<std::string> headerReference(const std::map<std::string, std::string>& headers)
{
    for (const char* name : {"sourcemap", "x-sourcemap"}) {
        if (const auto header = headers.find(name); header != headers.end())
            return header->second;
    }
    return std::nullopt;
}

Result<FileTextPtr> mapInUrl(std::string_view url)
{
    FL_TRY(auto map, sourcemap::readDataUrl(url));
    return std::make_shared<const FileText>(ByteView::fromString(std::move(map)));
}

} // namespace

FoundFile::Content plainContent(FileTextPtr file)
{
    FoundFile::Content content;
    content.file = std::move(file);
    return content;
}

FoundFile::Content plainContent(ByteView text)
{
    return plainContent(std::make_shared<const FileText>(std::move(text)));
}

Result<FoundFile::Content> readContent(FileTextPtr file,
                                       std::string_view path,
                                       const std::map<std::string, std::string>& headers,
                                       bool isStrict)
{
    auto content = plainContent(std::move(file));
    const auto header = headerReference(headers);
    const auto reference =
        header ? std::optional<std::string_view>(*header) : content.file->mapReference();
    if (reference && reference->starts_with("data:")) {
        auto embedded = header ? mapInUrl(*header) : content.file->embeddedMap();
        if (embedded)
            content.embedded = *std::move(embedded);
        else if (isStrict)
            return fail(ErrorKind::Malformed, "invalid `data:` url");
        else
            content.embeddedDamage = std::move(embedded).error();
    } else if (reference) {
        content.mapUrl = joinPaths(path, *reference);
    }
    return content;
}

Result<FoundFile::Content> readContent(ByteView text,
                                       std::string_view path,
                                       const std::map<std::string, std::string>& headers,
                                       bool isStrict)
{
    return readContent(std::make_shared<const FileText>(std::move(text)), path, headers, isStrict);
}

} // namespace faultline::js

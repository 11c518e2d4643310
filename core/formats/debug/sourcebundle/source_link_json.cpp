// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcebundle/source_link_json.h"

#include "core/base/utf8.h"
#include "core/json/json_reader.h"

namespace faultline::sourcebundle {

namespace {

void addDocuments(const json::JsonValue& documents, SourceLinks& links)
{
    for (auto entry = documents.firstChild(); entry; entry = entry->nextSibling(documents)) {
        if (entry->kind() == json::JsonKind::String)
            links.add(entry->key(), entry->text());
    }
}

} // namespace

Result<SourceLinks> parseSourceLinkJson(Bytes json)
{
    const auto text = withoutByteOrderMark(asText(json)); // Some build tools write a mark.
    const auto document = json::parseJson(text);
    if (!document)
        return fail(ErrorKind::Malformed, "source link: ", document.error().detail);
    const auto root = document->root();
    if (root.kind() != json::JsonKind::Object)
        return fail(ErrorKind::Malformed, "source link: ", json::jsonKindName(root.kind()),
                    " instead of a map");
    SourceLinks links;
    for (auto member = root.firstChild(); member; member = member->nextSibling(root)) {
        if (member->key() == "documents" && member->kind() == json::JsonKind::Object)
            addDocuments(*member, links);
    }
    return links;
}

} // namespace faultline::sourcebundle

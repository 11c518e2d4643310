// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/container/sentry_envelope.h"

#include "core/base/text.h"
#include "core/json/json_members.h"
#include "core/json/json_reader.h"

#include <algorithm>

namespace faultline::container {

namespace {

/// Headers say a type, a length and a few names.
constexpr std::size_t kMaxHeaderBytes = 64 * 1024;

/// The line that begins at `offset`, without its end.
std::string_view lineAt(std::string_view text, std::size_t offset)
{
    const auto rest = text.substr(offset);
    return rest.substr(0, rest.find('\n'));
}

bool isObjectLine(std::string_view line)
{
    line = trimAscii(line.substr(0, kMaxHeaderBytes));
    return line.starts_with('{') && line.ends_with('}');
}

struct ItemHeader
{
    std::string name;
    std::optional<std::uint64_t> length;
};

Result<ItemHeader> readHeader(std::string_view line, std::size_t number, std::size_t offset)
{
    if (!isObjectLine(line))
        return fail(ErrorKind::Malformed, "sentry envelope: item ", number, " at offset ", offset,
                    " has no header, expected one line of JSON");
    auto document = json::parseJson(line);
    if (!document)
        return fail(ErrorKind::Malformed, "sentry envelope: header of item ", number, " at offset ",
                    offset, ": ", document.error().detail);
    ItemHeader header;
    header.name = json::textMember(document->root(), "filename");
    if (header.name.empty())
        header.name = json::textMember(document->root(), "type");
    header.length = json::numberMember(document->root(), "length");
    return header;
}

} // namespace

bool looksLikeSentryEnvelope(Bytes bytes)
{
    const auto text = asText(bytes);
    if (!text.starts_with('{'))
        return false;
    const auto first = lineAt(text.substr(0, kMaxHeaderBytes), 0);
    if (first.size() + 1 >= text.size() || !isObjectLine(first) || first.contains("\"bug_type\""))
        return false;
    const auto second = lineAt(text.substr(0, 2 * kMaxHeaderBytes), first.size() + 1);
    return isObjectLine(second) && second.contains("\"type\"");
}

Result<std::vector<CrashPart>> readSentryEnvelope(const ByteView& envelope)
{
    const auto text = envelope.text();
    std::vector<CrashPart> parts;
    for (std::size_t at = lineAt(text, 0).size() + 1; at < text.size();) {
        const auto line = lineAt(text, at);
        if (trimAscii(line).empty()) { // Writers end the file with any number of line ends.
            at += line.size() + 1;
            continue;
        }
        if (parts.size() == kMaxEnvelopeItems)
            return fail(ErrorKind::Malformed, "sentry envelope: more than ", kMaxEnvelopeItems,
                        " items");
        FL_TRY(auto header, readHeader(line, parts.size(), at));
        const auto begin = std::min(at + line.size() + 1, text.size());
        const auto left = text.size() - begin;
        if (header.length && *header.length > left)
            return fail(ErrorKind::Malformed, "sentry envelope: item ", parts.size(), " (",
                        escapeControls(header.name), ") at offset ", begin, " needs ",
                        *header.length, " bytes, ", left, " left");
        const auto size =
            header.length ? static_cast<std::size_t>(*header.length) : lineAt(text, begin).size();
        parts.push_back({toValidUtf8(header.name), *envelope.slice(begin, size)});
        at = begin + size + 1;
    }
    if (parts.empty())
        return fail(ErrorKind::Malformed, "sentry envelope: no item");
    return parts;
}

} // namespace faultline::container

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcemap/map_reference.h"

#include "core/base/find_part.h"
#include "core/base/percent.h"
#include "core/base/text.h"
#include "core/formats/debug/sourcemap/vlq.h"

#include <algorithm>

namespace faultline::sourcemap {

namespace {

constexpr std::string_view kMapKey = "sourceMappingURL=";
constexpr std::string_view kDebugIdKey = "debugId=";
constexpr std::string_view kWhiteSpace = " \t\n\r\f";

/// Returns the text after the last `key` that directly follows one of the markers.
std::optional<std::string_view>
lastMarked(std::string_view text, std::string_view key, bool allowAt)
{
    constexpr std::size_t kMarkerBytes = 4;
    std::optional<std::string_view> last;
    for (auto at = findPart(text, key); at != std::string_view::npos;
         at = findPart(text, key, at + key.size())) {
        const auto marker =
            at < kMarkerBytes ? std::string_view() : text.substr(at - kMarkerBytes, kMarkerBytes);
        if (marker == "//# " || (allowAt && marker == "//@ "))
            last = text.substr(at + key.size());
    }
    return last;
}

std::size_t lastKey(std::string_view text, std::string_view key)
{
    auto last = std::string_view::npos;
    for (auto at = findPart(text, key); at != std::string_view::npos;
         at = findPart(text, key, at + key.size()))
        last = at;
    return last;
}

/// Returns the first word.
std::string_view wordOf(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(kWhiteSpace), text.size()));
    return text.substr(0, text.find_first_of(kWhiteSpace));
}

/// Decodes forgiving base64 (WHATWG Infra, "Forgiving base64"): white space is dropped, and padding
/// must be correct or absent.
Result<std::string> base64Decoded(std::string_view text)
{
    std::string clean;
    clean.reserve(text.size());
    std::ranges::copy_if(text, std::back_inserter(clean),
                         [](char c) { return kWhiteSpace.find(c) == std::string_view::npos; });
    if (clean.size() % 4 == 0) {
        for (int i = 0; i < 2 && clean.ends_with('='); ++i)
            clean.pop_back();
    }
    if (clean.size() % 4 == 1)
        return fail(ErrorKind::Malformed, "data url with damaged base64: ", clean.size(),
                    " digits, one too many or too few");
    std::string decoded;
    decoded.reserve(clean.size() * 3 / 4);
    std::uint32_t bits = 0;
    unsigned count = 0;
    for (std::size_t i = 0; i < clean.size(); ++i) {
        const auto digit = kBase64Digits[static_cast<unsigned char>(clean[i])];
        if (digit == kNoDigit)
            return fail(ErrorKind::Malformed, "data url with damaged base64: digit ", i,
                        " is none");
        bits = bits << 6 | digit;
        count += 6;
        if (count >= 8) {
            count -= 8;
            decoded += static_cast<char>(bits >> count & 0xff);
        }
    }
    return decoded;
}

/// Returns the value of a comment `…# key value`, by the rules of ECMA-426. The text begins at
/// `comment`.
std::optional<std::string_view> referenceIn(std::string_view comment)
{
    if (!comment.starts_with('#') && !comment.starts_with('@'))
        return std::nullopt;
    comment.remove_prefix(1);
    comment.remove_prefix(std::min(comment.find_first_not_of(kWhiteSpace), comment.size()));
    if (!comment.starts_with(kMapKey))
        return std::nullopt;
    const auto word = wordOf(comment.substr(kMapKey.size()));
    if (word.empty() || word.find_first_of("\"'`") != std::string_view::npos)
        return std::nullopt;
    return word;
}

} // namespace

std::optional<std::string_view> findMapReference(std::string_view script)
{
    const auto rest = lastMarked(script, kMapKey, true);
    if (!rest)
        return std::nullopt;
    auto word = wordOf(*rest);
    word = word.substr(0, word.find('?'));
    return word.substr(0, word.find('#'));
}

std::optional<std::string_view> findLenientMapReference(std::string_view script)
{
    const auto at = lastKey(script, kMapKey);
    if (at == std::string_view::npos)
        return std::nullopt;
    const auto lineStart = script.find_last_of("\r\n", at) + 1; // npos + 1 is 0.
    const auto open = std::max(script.rfind("//", at) + 1, script.rfind("/*", at) + 1);
    if (open <= lineStart)
        return std::nullopt;
    auto comment = script.substr(open + 1);
    comment = comment.substr(0, comment.find_first_of("\r\n"));
    if (script[open] == '*')
        comment = comment.substr(0, comment.find("*/"));
    return referenceIn(comment);
}

bool isFollowedByCode(std::string_view script, std::string_view reference)
{
    auto rest = script.substr(static_cast<std::size_t>(reference.data() - script.data()));
    constexpr std::string_view kLineEnds = "\r\n";
    rest.remove_prefix(std::min({rest.find_first_of(kLineEnds), rest.find("*/"), rest.size()}));
    if (rest.starts_with("*/"))
        rest.remove_prefix(2);
    while (true) {
        rest.remove_prefix(std::min(rest.find_first_not_of(kWhiteSpace), rest.size()));
        if (rest.starts_with("//"))
            rest.remove_prefix(std::min(rest.find_first_of(kLineEnds), rest.size()));
        else if (rest.starts_with("/*") && rest.find("*/", 2) != std::string_view::npos)
            rest.remove_prefix(rest.find("*/", 2) + 2);
        else
            return !rest.empty() && !rest.starts_with("/*");
    }
}

std::optional<std::string_view> findDebugIdComment(std::string_view script)
{
    const auto rest = lastMarked(script, kDebugIdKey, false);
    return rest ? std::optional(wordOf(*rest)) : std::nullopt;
}

bool mayNameLinkedMaps(std::string_view map)
{
    return findPart(map, "\"sections\"") != std::string_view::npos &&
           findPart(map, "\"url\"") != std::string_view::npos;
}

Result<std::string> readDataUrl(std::string_view url)
{
    constexpr std::string_view kScheme = "data:";
    if (!url.starts_with(kScheme))
        return fail(ErrorKind::Unsupported, "not a data url");
    url.remove_prefix(kScheme.size());
    const auto comma = url.find(',');
    if (comma == std::string_view::npos)
        return fail(ErrorKind::Malformed, "data url without a comma");
    const auto type = trimAscii(url.substr(0, comma));
    auto text = percentDecoded(url.substr(comma + 1));
    constexpr std::string_view kBase64 = "base64";
    const bool isBase64 = type.size() > kBase64.size() &&
                          equalsIgnoreCase(type.substr(type.size() - kBase64.size()), kBase64) &&
                          trimAscii(type.substr(0, type.size() - kBase64.size())).ends_with(';');
    if (isBase64) {
        FL_TRY(text, base64Decoded(text));
    }
    if (!isValidUtf8(text))
        return fail(ErrorKind::Malformed, "data url whose text is not utf-8");
    return text;
}

} // namespace faultline::sourcemap

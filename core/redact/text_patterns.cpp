// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/text_patterns.h"

#include "core/base/text.h"
#include "core/redact/text_bytes.h"

#include <algorithm>
#include <array>

namespace faultline::redact {

namespace {

/// The end of the bytes from `at` on for which `isPart` holds, at most `most` of them.
std::size_t endOfRun(std::string_view text, std::size_t at, std::size_t most, auto isPart)
{
    const auto limit = at + std::min(most, text.size() - at);
    while (at < limit && isPart(text[at]))
        ++at;
    return at;
}

std::size_t skipSeparators(std::string_view text, std::size_t at, char separator)
{
    return endOfRun(text, at, 3, [separator](char c) { return c == separator; });
}

/// Folders above one that holds homes ("/var/home", "/mnt/c/Users", "\HarddiskVolume3\Users").
bool isAboveHomes(std::string_view folder)
{
    constexpr std::array<std::string_view, 5> kNames{"var", "export", "usr", "host", "private"};
    const auto lower = toLowerAscii(folder);
    return folder.size() == 1 || lower.starts_with("harddiskvolume") ||
           std::ranges::find(kNames, lower) != kNames.end();
}

bool isAtRoot(std::string_view text, std::size_t at)
{
    const char before = byteBefore(text, at);
    if (before == ':' || (!isWordByte(before) && !isOneOf(before, ".-)]}")))
        return true;
    constexpr std::size_t kLongestFolder = 20;
    const auto window =
        text.substr(at > kLongestFolder ? at - kLongestFolder : 0, std::min(at, kLongestFolder));
    const auto separator = window.find_last_of("/\\");
    return separator != std::string_view::npos && isAboveHomes(window.substr(separator + 1));
}

/// The end of a folder's name. Names on Windows may have spaces, which count only when a separator
/// follows, because else the path ends before them.
std::size_t endOfFolderName(std::string_view text, std::size_t at, char separator)
{
    const auto end = std::min(text.find_first_of("/\\\"'<>|:*?;,()[]{}`=&\t\r\n", at), text.size());
    const auto name = text.substr(at, end - at);
    if (separator == '\\' && byteAt(text, end) == '\\')
        return end;
    const auto last = name.substr(0, name.find(' ')).find_last_not_of(".!");
    return last == std::string_view::npos ? at : at + last + 1;
}

bool isHomesFolder(std::string_view name, char separator)
{
    if (separator == '/')
        return name == "home" || name == "Users" || name == "users";
    return equalsIgnoreCase(name, "users") || equalsIgnoreCase(name, "documents and settings");
}

} // namespace

std::optional<Part> findHomeOwner(std::string_view text, std::size_t at)
{
    const char separator = text[at];
    const auto begin = skipSeparators(text, at, separator);
    const auto end = endOfRun(text, begin, 24, [](char c) { return isLetter(c) || c == ' '; });
    if (byteAt(text, end) != separator || byteBefore(text, at) == separator ||
        !isHomesFolder(text.substr(begin, end - begin), separator))
        return std::nullopt;
    const auto name = skipSeparators(text, end, separator);
    const auto nameEnd = endOfFolderName(text, name, separator);
    if (nameEnd == name || !isAtRoot(text, at))
        return std::nullopt;
    return Part{name, nameEnd};
}

std::optional<Part> findShareHost(std::string_view text, std::size_t at)
{
    if (text.substr(at, 2) != "\\\\" || (at > 0 && !isOneOf(text[at - 1], " \t\n\"'(=[")))
        return std::nullopt;
    const auto end =
        endOfRun(text, at + 2, 253, [](char c) { return isWordByte(c) || c == '-' || c == '.'; });
    if (byteAt(text, end) != '\\' || !isWordByte(byteAt(text, at + 2)))
        return std::nullopt;
    return Part{at + 2, end};
}

namespace {

/// Schemes whose URLs name files of a program, not places.
bool isLocalScheme(std::string_view scheme)
{
    constexpr std::array<std::string_view, 6> kLocal{"file", "webpack", "webpack-internal",
                                                     "app",  "node",    "turbopack"};
    return std::ranges::find(kLocal, toLowerAscii(scheme)) != kLocal.end();
}

/// Without what follows a URL in a sentence or in a stack trace: ".", ":10:5".
std::size_t trimUrl(std::string_view text, std::size_t host, std::size_t end)
{
    while (end > host && isOneOf(text[end - 1], ".,;:!?"))
        --end;
    const auto hasPath = text.substr(host, end - host).find('/') != std::string_view::npos;
    for (int numbers = 0; hasPath && numbers < 2; ++numbers) {
        auto colon = end;
        while (colon > host && isDigit(text[colon - 1]))
            --colon;
        if (colon == end || byteBefore(text, colon) != ':')
            break;
        end = colon - 1;
    }
    return end;
}

} // namespace

std::optional<Part> findUrl(std::string_view text, std::size_t at)
{
    const auto colon = endOfRun(text, at, 20, [](char c) {
        return isLetter(c) || isDigit(c) || c == '+' || c == '.' || c == '-';
    });
    const auto host = colon + 3;
    if (colon == at || text.substr(colon, 3) != "://" ||
        isLocalScheme(text.substr(at, colon - at)) || host >= text.size() || text[host] == '/')
        return std::nullopt;
    auto end = std::min(text.find_first_of(" \t\r\n\"'<>`{}|\\^)]", host), text.size());
    end = trimUrl(text, host, end);
    return end > host ? std::optional(Part{at, end}) : std::nullopt;
}

std::optional<Part> findUrlOwner(std::string_view text, const Part& url)
{
    const auto begin = text.find("://", url.begin) + 3;
    const auto authority = text.substr(begin, url.end - begin);
    const auto sign = authority.substr(0, authority.find_first_of("/?#")).rfind('@');
    return sign != std::string_view::npos && sign > 0 ? std::optional(Part{begin, begin + sign})
                                                      : std::nullopt;
}

namespace {

bool isMailByte(char c)
{
    return isWordByte(c) || isOneOf(c, ".%+-");
}

/// The end of "example.org"; std::string_view::npos when it is no domain with two labels.
std::size_t endOfDomain(std::string_view text, std::size_t at)
{
    auto end = endOfRun(text, at, 253,
                        [](char c) { return (isWordByte(c) && c != '_') || c == '-' || c == '.'; });
    if (isWordByte(byteAt(text, end)))
        return std::string_view::npos;
    while (end > at && isOneOf(text[end - 1], ".-"))
        --end;
    const auto domain = text.substr(at, end - at);
    const auto dot = domain.rfind('.');
    if (dot == std::string_view::npos || dot == 0 || domain.size() - dot < 3)
        return std::string_view::npos;
    return std::ranges::any_of(domain.substr(dot + 1), isDigit) ? std::string_view::npos : end;
}

} // namespace

std::optional<Part> findMail(std::string_view text, std::size_t at)
{
    if (isMailByte(byteBefore(text, at)))
        return std::nullopt;
    const auto sign = endOfRun(text, at, 64, isMailByte);
    if (sign == at || byteAt(text, sign) != '@')
        return std::nullopt;
    const auto end = endOfDomain(text, sign + 1);
    return end == std::string_view::npos ? std::nullopt : std::optional(Part{at, end});
}

namespace {

/// The number at `at` if it is one byte of an IPv4 address; its end is written to `end`.
std::optional<unsigned> readOctet(std::string_view text, std::size_t at, std::size_t& end)
{
    end = endOfRun(text, at, 4, isDigit);
    if (end == at || end - at > 3)
        return std::nullopt;
    unsigned value = 0;
    for (const char c : text.substr(at, end - at))
        value = value * 10 + static_cast<unsigned>(c - '0');
    return value <= 255 ? std::optional(value) : std::nullopt;
}

/// Versions of four numbers look the same. They follow a word or a dash, or a letter follows them.
bool isVersion(std::string_view text, std::size_t at, std::size_t end)
{
    const char after = byteAt(text, end);
    return byteBefore(text, at) == '-' || text.substr(0, at).ends_with("ersion ") ||
           isWordByte(after) || (after == '.' && isDigit(byteAt(text, end + 1))) ||
           (after == '-' && isLetter(byteAt(text, end + 1)));
}

std::optional<Part> findIpv4(std::string_view text, std::size_t at)
{
    std::size_t end = at;
    const auto first = readOctet(text, at, end);
    bool isOctet = first.has_value();
    for (int i = 0; i < 3 && isOctet; ++i)
        isOctet = byteAt(text, end) == '.' && readOctet(text, end + 1, end).has_value();
    if (!isOctet || *first == 127 || *first == 0 || isVersion(text, at, end))
        return std::nullopt;
    return Part{at, end};
}

/// What separates the groups of an address.
struct Groups
{
    std::size_t count = 0; ///< Not empty ones.
    std::size_t twoDigits = 0;
    std::size_t gaps = 0; ///< "::"
    bool areNumbers = true;
};

Groups groupsOf(std::string_view text)
{
    Groups groups;
    while (!text.empty()) {
        const auto colon = std::min(text.find(':'), text.size());
        const auto group = text.substr(0, colon);
        std::size_t end = 0;
        const bool isMapped = colon == text.size() && findIpv4(group, 0).has_value();
        end = endOfRun(group, 0, 5, isHexDigit);
        groups.areNumbers &= isMapped || (end == group.size() && end <= 4);
        groups.count += isMapped ? 2 : (group.empty() ? 0 : 1);
        groups.twoDigits += group.size() == 2 ? 1 : 0;
        groups.gaps += text.substr(colon).starts_with("::") ? 1 : 0;
        text.remove_prefix(std::min(colon + 1, text.size()));
    }
    return groups;
}

bool isIpv6OrCard(std::string_view text)
{
    const auto groups = groupsOf(text);
    if (!groups.areNumbers || std::ranges::none_of(text, isDigit))
        return false;
    if (groups.gaps == 0)
        return groups.count == 8 || (groups.count == 6 && groups.twoDigits == 6);
    return groups.gaps == 1 && groups.count >= 2 && groups.count <= 7;
}

std::optional<Part> findIpv6(std::string_view text, std::size_t at)
{
    auto end = endOfRun(text, at, 46, [](char c) { return isHexDigit(c) || c == ':' || c == '.'; });
    if (isWordByte(byteAt(text, end)))
        return std::nullopt;
    while (end > at && isOneOf(text[end - 1], ".:"))
        --end;
    const auto address = text.substr(at, end - at);
    if (address.find(':') == std::string_view::npos || byteAt(text, end) == '(' ||
        !isIpv6OrCard(address))
        return std::nullopt;
    return Part{at, end};
}

/// "aa-bb-cc-dd-ee-ff", Windows' form.
std::optional<Part> findCard(std::string_view text, std::size_t at)
{
    constexpr std::size_t kBytes = 17;
    const auto address = text.substr(at, kBytes);
    if (address.size() < kBytes || isWordByte(byteAt(text, at + kBytes)) ||
        byteAt(text, at + kBytes) == '-')
        return std::nullopt;
    for (std::size_t i = 0; i < kBytes; ++i) {
        if (i % 3 == 2 ? address[i] != '-' : !isHexDigit(address[i]))
            return std::nullopt;
    }
    return Part{at, at + kBytes};
}

} // namespace

std::optional<Part> findNetworkAddress(std::string_view text, std::size_t at)
{
    if (byteBefore(text, at) == '.' && isDigit(byteBefore(text, at - 1)))
        return std::nullopt;
    if (!isHexDigit(text[at]) && text[at] != ':')
        return std::nullopt;
    if (const auto found = findIpv4(text, at))
        return found;
    if (byteBefore(text, at) == ':')
        return std::nullopt;
    const auto found = findIpv6(text, at);
    return found || byteBefore(text, at) == '-' ? found : findCard(text, at);
}

std::optional<Part> findAccountId(std::string_view text, std::size_t at)
{
    constexpr std::string_view kBegin = "S-1-5-21-";
    if (!text.substr(at).starts_with(kBegin))
        return std::nullopt;
    const auto end =
        endOfRun(text, at + kBegin.size(), 60, [](char c) { return isDigit(c) || c == '-'; });
    return Part{at, end};
}

} // namespace faultline::redact

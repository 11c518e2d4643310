// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/source/source_fitness.h"

#include "core/base/text.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <array>

namespace faultline::symbolicate {

namespace {

/// Files that may begin with '<'.
constexpr std::array<std::string_view, 33> kMarkup{
    "ascx",   "asp", "aspx",  "astro", "axml",  "cfm",    "cshtml", "ejs",   "erb",
    "hbs",    "htm", "html",  "jsf",   "jsp",   "jspx",   "jsx",    "marko", "md",
    "mxml",   "php", "phtml", "qrc",   "razor", "svelte", "svg",    "tsx",   "ui",
    "vbhtml", "vue", "xaml",  "xhtml", "xml",   "xsl"};

std::string_view extensionOf(std::string_view name)
{
    const auto dot = name.rfind('.');
    return dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1);
}

bool mayBeMarkup(std::string_view name)
{
    return std::ranges::any_of(kMarkup, [extension = extensionOf(name)](std::string_view each) {
        return equalsIgnoreCase(extension, each);
    });
}

std::size_t countLines(std::string_view text)
{
    const auto ends = static_cast<std::size_t>(std::ranges::count(text, '\n'));
    return text.empty() || text.ends_with('\n') ? ends : ends + 1;
}

} // namespace

bool hasLine(std::string_view text, std::uint32_t line)
{
    return line <= countLines(text);
}

Result<void> checkIsSource(std::string_view name, std::string_view text)
{
    text = withoutByteOrderMark(text);
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && text[first] == '<' && !mayBeMarkup(name))
        return fail(ErrorKind::Malformed, "the answer is markup, not source text");
    return {};
}

Result<void> checkHasLine(std::string_view text, std::uint32_t line)
{
    if (!hasLine(text, line))
        return fail(ErrorKind::Malformed, "it has ", countLines(text), " lines, and line ", line,
                    " was compiled");
    return {};
}

Result<void> checkFits(const SourceText& text, std::uint32_t line)
{
    if (text.isOther())
        return fail(ErrorKind::Malformed, "its checksum is not the recorded one");
    return checkHasLine(text.text, line);
}

} // namespace faultline::symbolicate

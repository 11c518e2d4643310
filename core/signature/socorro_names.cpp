// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/signature/socorro_names.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/signature/nesting.h"

#include <algorithm>
#include <array>

namespace faultline::signature {

namespace {

constexpr std::string_view kAnonymous = "(anonymous namespace)";
constexpr std::string_view kOperator = "operator";

/// Functions whose names Rust 1.34 recorded without their module.
struct ShortRustName
{
    std::string_view file;
    std::string_view function;
    std::string_view module;
};

constexpr std::array kShortRustNames{
    ShortRustName{"src/liballoc/raw_vec.rs", "capacity_overflow", "alloc::raw_vec"},
    ShortRustName{"src/libcore/option.rs", "expect_failed", "core::option"},
    ShortRustName{"src/libcore/panicking.rs", "panic_bounds_check", "core::panicking"},
    ShortRustName{"src/libcore/panicking.rs", "panic_fmt", "core::panicking"},
    ShortRustName{"src/libcore/panicking.rs", "panic", "core::panicking"},
    ShortRustName{"src/libcore/slice/mod.rs", "slice_index_order_fail", "core::slice"},
    ShortRustName{"src/libstd/panicking.rs", "begin_panic_fmt", "std::panicking"},
    ShortRustName{"src/libstd/panicking.rs", "continue_panic_fmt", "std::panicking"},
    ShortRustName{"src/libstd/panicking.rs", "rust_panic_with_hook", "std::panicking"},
};

std::string fullRustName(const CrashRow& row)
{
    const auto path = sourcePath(row.file);
    for (const auto& name : kShortRustNames) {
        if (path == name.file && row.function == name.function)
            return concat(name.module, "::", name.function);
    }
    return row.function;
}

std::vector<std::string_view> splitAt(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0;;) {
        const auto end = text.find(separator, begin);
        parts.push_back(text.substr(begin, end - begin));
        if (end == std::string_view::npos)
            return parts;
        begin = end + 1;
    }
}

std::string_view withoutQualifiers(std::string_view function)
{
    constexpr std::array<std::string_view, 5> kQualifiers{"const", "const&", "const &", "&&", "&"};
    for (const auto qualifier : kQualifiers) {
        if (function.ends_with(qualifier))
            function = trimAscii(function.substr(0, function.size() - qualifier.size()));
    }
    return function;
}

std::string withoutReturnType(std::string_view function)
{
    const auto text = trimAscii(function);
    const auto parts = splitOutsideBrackets(text);
    auto first = parts.size() - 1;
    while (first > 0 && (parts[first].starts_with('(') || parts[first].starts_with("[clone")))
        --first;
    // The parts lie in one text, so the last ones with their spaces are its end.
    return std::string(text.substr(static_cast<std::size_t>(parts[first].data() - text.data())));
}

/// "$_12::" is the number of a lambda, which changes from build to build.
std::string withoutLambdaNumbers(std::string_view text)
{
    constexpr std::string_view kLead = "::$_";
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const auto next = text.find(kLead, at);
        out += text.substr(at, next - at);
        if (next == std::string_view::npos)
            break;
        const auto digits = next + kLead.size();
        const auto end = std::min(text.find_first_not_of("0123456789", digits), text.size());
        const bool isNumber = end > digits && text.substr(end).starts_with("::");
        out += isNumber ? "::$" : text.substr(next, end - next);
        at = end;
    }
    return out;
}

std::string collapseTemplates(std::string_view text)
{
    constexpr std::string_view kTraits = "IPC::ParamTraits";
    return collapse(text, '<', '>', "<T>", [](const Bracketed& part) {
        return part.inner == "<name omitted>" ||
               part.inner.find(" as ") != std::string_view::npos ||
               part.inner.find(" in ") != std::string_view::npos ||
               part.before.ends_with(kOperator) || part.before.ends_with(kTraits);
    });
}

/// What a parameter's traits are for tells one message from the other, so one level stays.
std::string collapseWithTraits(std::string_view text)
{
    constexpr std::string_view kLead = "IPC::ParamTraits<";
    const auto at = text.find(kLead);
    if (at == std::string_view::npos)
        return collapseTemplates(text);
    const auto inner = at + kLead.size();
    return std::string(text.substr(0, inner)) + collapseTemplates(text.substr(inner));
}

std::string withoutArguments(std::string_view text)
{
    return collapse(text, '(', ')', "", [](const Bracketed& part) {
        return part.inner == kAnonymous || part.before.ends_with(kOperator);
    });
}

bool keepsNone(const Bracketed&)
{
    return false;
}

std::string withoutCloneMarks(std::string text)
{
    if (text.find("clone .cold") == std::string::npos)
        return text;
    return collapse(text, '[', ']', "", keepsNone);
}

/// A line that is not known is Python's None.
std::string withLine(std::string text, const CrashRow& row, const SignatureRules& rules)
{
    if (rules.wantsLine(text))
        text += row.line ? concat(':', *row.line) : std::string(":None");
    return text;
}

std::string rustName(std::string_view function, const CrashRow& row, const SignatureRules& rules)
{
    auto text = collapse(withoutReturnType(function), '<', '>', "<T>", [](const Bracketed& part) {
        return part.inner.find(" as ") != std::string_view::npos;
    });
    text = withLine(collapse(text, '(', ')', "", keepsNone), row, rules);
    text = spacedPunctuation(text);
    const auto hash = text.rfind("::h");
    const bool isHash =
        hash != std::string::npos && hash + 3 < text.size() &&
        text.find_first_not_of("0123456789abcdefABCDEF", hash + 3) == std::string::npos;
    return isHash ? text.substr(0, hash) : text;
}

/// The last part of a path; both kinds of separators.
std::string_view lastPart(std::string_view path)
{
    while (path.ends_with('/') || path.ends_with('\\'))
        path.remove_suffix(1);
    const char separator = path.find('\\') != std::string_view::npos ? '\\' : '/';
    return path.substr(path.rfind(separator) + 1);
}

std::string_view withoutSquareBrackets(std::string_view module)
{
    while (module.starts_with('[') || module.starts_with(']'))
        module.remove_prefix(1);
    while (module.ends_with('[') || module.ends_with(']'))
        module.remove_suffix(1);
    return module;
}

} // namespace

std::string_view sourcePath(std::string_view file)
{
    const auto parts = splitAt(file, ':');
    if (parts.size() == 4)
        return parts[2];
    if (parts.size() == 2)
        return parts[1];
    return file.starts_with('/') ? file : std::string_view();
}

std::string spacedPunctuation(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char next = i + 1 < text.size() ? text[i + 1] : '\0';
        if (text[i] == ' ' && (next == '*' || next == '&' || next == ','))
            continue;
        out += text[i];
        if (text[i] == ',' && next != ' ' && next != '\0')
            out += ' ';
    }
    return out;
}

std::string socorroCppName(std::string_view function)
{
    const auto unqualified = withoutQualifiers(function);
    const bool isOperator = unqualified.find("::operator") != std::string_view::npos;
    auto text = isOperator ? std::string(unqualified) : withoutReturnType(unqualified);
    text = replaceAll(text, "`anonymous namespace'", kAnonymous);
    text = collapseWithTraits(withoutLambdaNumbers(text));
    return withoutCloneMarks(withoutArguments(text));
}

std::string textWithoutFunction(const CrashRow& row, std::string_view os)
{
    if (!row.file.empty() && row.line.value_or(0) != 0)
        return concat(lastPart(row.file), '#', *row.line);
    if (!row.module.empty()) {
        const auto module = withoutSquareBrackets(row.module);
        return os == "Windows NT" ? toLowerAscii(module) : std::string(module);
    }
    if (!row.unloadedModule.empty())
        return concat("(unloaded ", row.unloadedModule, ")");
    return row.address ? concat('@', hexAddress(*row.address)) : std::string();
}

std::string socorroFrameText(const CrashRow& row, std::string_view os, const SignatureRules& rules)
{
    if (row.function.empty())
        return textWithoutFunction(row, os);
    const auto function = fullRustName(row);
    if (sourcePath(row.file).ends_with(".rs"))
        return rustName(function, row, rules);
    return spacedPunctuation(withLine(socorroCppName(function), row, rules));
}

} // namespace faultline::signature

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/signature/nesting.h"

#include <cstddef>

namespace faultline::signature {

namespace {

constexpr std::string_view kOpening = "({[<`";
constexpr std::string_view kClosing = ")}]>'";

} // namespace

std::vector<std::string_view> splitOutsideBrackets(std::string_view text)
{
    std::vector<std::string_view> parts;
    std::string expected; // The closing brackets that are due, innermost last.
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (const auto opening = kOpening.find(c); opening != std::string_view::npos) {
            expected += kClosing[opening];
        } else if (!expected.empty() && c == expected.back()) {
            expected.pop_back();
        } else if (c == ' ' && expected.empty()) {
            parts.push_back(text.substr(begin, i - begin));
            begin = i + 1;
        }
    }
    parts.push_back(text.substr(begin));
    return parts;
}

std::string collapse(std::string_view text,
                     char open,
                     char close,
                     std::string_view replacement,
                     const std::function<bool(const Bracketed&)>& keeps)
{
    std::string out;
    std::size_t depth = 0;
    std::size_t begin = 0;
    const auto finish = [&](std::size_t end) {
        const auto inner = text.substr(begin, end - begin);
        out += keeps({.before = text.substr(0, begin), .inner = inner}) ? inner : replacement;
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == open) {
            if (depth++ == 0)
                begin = i;
        } else if (text[i] == close && depth > 0) {
            if (--depth == 0)
                finish(i + 1);
        } else if (depth == 0) {
            out += text[i];
        }
    }
    if (depth > 0)
        finish(text.size());
    return out;
}

std::string replaceAll(std::string_view text, std::string_view from, std::string_view to)
{
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const auto next = text.find(from, at);
        out += text.substr(at, next - at);
        if (next == std::string_view::npos)
            break;
        out += to;
        at = next + from.size();
    }
    return out;
}

} // namespace faultline::signature

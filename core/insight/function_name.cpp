// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/function_name.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace faultline::insight {

namespace {

constexpr std::string_view kAnonymous = "(anonymous namespace)";
constexpr std::string_view kAnonymousOfMicrosoft = "`anonymous namespace'";
constexpr std::string_view kOperator = "operator";
/// The longer ones first.
constexpr std::array<std::string_view, 4> kWordsOfOperators{" new[]", " new", " delete[]",
                                                            " delete"};
constexpr std::array<std::string_view, 2> kJvmMethods{"<init>", "<clinit>"};

/// Go writes a method after its receiver's type: "main.(*Queue[int]).Push".
std::size_t goReceiverLength(std::string_view name, std::size_t at)
{
    if (at == 0 || name[at - 1] != '.' || !name.substr(at).starts_with("(*"))
        return 0;
    const auto end = name.find(").", at);
    return end == std::string_view::npos ? 0 : end + 1 - at;
}

/// "{lambda(int)#2}" of GNU's demangler: 0 where none stands, or where it has no end.
std::size_t lambdaLength(std::string_view rest)
{
    constexpr std::string_view kLambda = "{lambda(";
    constexpr std::size_t kMost = 4096; // So that names full of beginnings stay linear.
    if (!rest.starts_with(kLambda))
        return 0;
    int depth = 0;
    for (std::size_t i = 0; i < std::min(rest.size(), kMost); ++i) {
        depth += rest[i] == '{' ? 1 : rest[i] == '}' ? -1 : 0;
        if (depth == 0)
            return i + 1;
    }
    return 0;
}

/// Number of characters from `at` on that cannot open an argument list although they hold brackets.
std::size_t atomLength(std::string_view name, std::size_t at)
{
    const auto rest = name.substr(at);
    if (rest.starts_with(kAnonymous))
        return kAnonymous.size();
    if (rest.starts_with(kAnonymousOfMicrosoft))
        return kAnonymousOfMicrosoft.size();
    // Methods of the JVM that make objects and classes: "com.x.Foo.<init>".
    if (at > 0 && name[at - 1] == '.') {
        for (const auto method : kJvmMethods) {
            if (rest == method)
                return method.size();
        }
    }
    if (const auto receiver = goReceiverLength(name, at); receiver != 0)
        return receiver;
    if (const auto lambda = lambdaLength(rest); lambda != 0)
        return lambda;
    if (!rest.starts_with(kOperator))
        return 1;
    if (rest.substr(kOperator.size()).starts_with("()"))
        return kOperator.size() + 2;
    for (const auto word : kWordsOfOperators) {
        if (rest.substr(kOperator.size()).starts_with(word))
            return kOperator.size() + word.size();
    }
    const auto end = rest.find_first_not_of("<>=!-+*/%&|^~[]", kOperator.size());
    return std::min(end, rest.size());
}

std::string withoutTemplateArguments(std::string_view name)
{
    std::string plain;
    int depth = 0;
    for (std::size_t i = 0; i < name.size();) {
        const auto length = atomLength(name, i);
        if (length == 1 && name[i] == '<')
            ++depth;
        else if (length == 1 && name[i] == '>')
            --depth;
        else if (depth == 0 && lambdaLength(name.substr(i, length)) != 0)
            plain += "{lambda}";
        else if (depth == 0)
            plain += name.substr(i, length);
        i += length;
    }
    return plain;
}

} // namespace

bool isObjectiveC(std::string_view function)
{
    return function.starts_with("-[") || function.starts_with("+[");
}

std::string_view qualifiedName(std::string_view function)
{
    if (isObjectiveC(function))
        return function;
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i < function.size();) {
        const auto length = atomLength(function, i);
        if (length == 1) {
            const char c = function[i];
            if (c == '<')
                ++depth;
            else if (c == '>')
                --depth;
            else if (c == '(' && depth <= 0 && i > 0)
                return i > begin ? function.substr(begin, i - begin) : function;
            else if (c == ' ' && depth <= 0)
                begin = i + 1;
        }
        i += length;
    }
    return begin < function.size() ? function.substr(begin) : function;
}

std::string_view withoutMark(std::string_view name)
{
    return name.substr(0, name.find('.', 1));
}

bool beginsWithOneOf(std::string_view name, std::span<const std::string_view> beginnings)
{
    return std::ranges::any_of(
        beginnings, [name](std::string_view beginning) { return name.starts_with(beginning); });
}

std::string shortName(std::string_view function)
{
    auto name = withoutTemplateArguments(qualifiedName(function));
    const auto last = name.rfind("::");
    if (last == std::string::npos || last == 0)
        return name;
    const auto previous = name.rfind("::", last - 1);
    return previous == std::string::npos ? name : name.substr(previous + 2);
}

} // namespace faultline::insight

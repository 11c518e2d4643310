// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/proguard/descriptor.h"

#include <algorithm>
#include <array>

namespace faultline::proguard {

namespace {

struct BaseType
{
    char code;
    std::string_view name;
};

constexpr std::array kBaseTypes{
    BaseType{'Z', "boolean"}, BaseType{'B', "byte"},   BaseType{'C', "char"},
    BaseType{'S', "short"},   BaseType{'I', "int"},    BaseType{'J', "long"},
    BaseType{'F', "float"},   BaseType{'D', "double"}, BaseType{'V', "void"}};

/// Reads types from the beginning of a descriptor.
class TypeReader
{
public:
    TypeReader(std::string_view text, const RenameClass& rename) : m_rest(text), m_rename(rename) {}

    bool atEnd() const { return m_rest.empty(); }

    bool ok() const { return m_ok; }

    /// Returns the next type; absent at the end, or when a class has no end.
    std::optional<std::string> next()
    {
        std::size_t dimensions = 0;
        while (!m_rest.empty()) {
            const char code = m_rest[0];
            m_rest.remove_prefix(1);
            if (code == '[') {
                ++dimensions;
                continue;
            }
            auto name = code == 'L' ? takeClass() : baseType(code);
            if (!m_ok)
                return std::nullopt;
            if (!name)
                continue;
            for (; dimensions > 0; --dimensions)
                *name += "[]";
            return name;
        }
        return std::nullopt;
    }

private:
    static std::optional<std::string> baseType(char code)
    {
        const auto found = std::ranges::find(kBaseTypes, code, &BaseType::code);
        return found == kBaseTypes.end() ? std::nullopt : std::optional(std::string(found->name));
    }

    std::optional<std::string> takeClass()
    {
        const auto end = m_rest.find(';');
        m_ok = end != std::string_view::npos;
        if (!m_ok)
            return std::nullopt;
        std::string name(m_rest.substr(0, end));
        m_rest.remove_prefix(end + 1);
        std::ranges::replace(name, '/', '.');
        return m_rename(name);
    }

    std::string_view m_rest;
    const RenameClass& m_rename;
    bool m_ok = true;
};

std::string joined(const std::vector<std::string>& parts, std::string_view separator)
{
    std::string text;
    for (const auto& part : parts) {
        if (!text.empty())
            text += separator;
        text += part;
    }
    return text;
}

} // namespace

std::string MethodSignature::text() const
{
    auto text = "(" + joined(parameters, ", ") + ")";
    if (returnType != "void")
        text += ": " + returnType;
    return text;
}

std::string MethodSignature::arguments() const
{
    return joined(parameters, ",");
}

std::optional<MethodSignature> readMethodDescriptor(std::string_view descriptor,
                                                    const RenameClass& rename)
{
    const auto close = descriptor.rfind(')');
    if (!descriptor.starts_with('(') || close == std::string_view::npos)
        return std::nullopt;
    MethodSignature signature;
    TypeReader parameters(descriptor.substr(1, close - 1), rename);
    while (auto type = parameters.next())
        signature.parameters.push_back(*std::move(type));
    TypeReader result(descriptor.substr(close + 1), rename);
    auto returnType = result.next();
    if (!parameters.ok() || !returnType)
        return std::nullopt;
    signature.returnType = *std::move(returnType);
    return signature;
}

std::string classDescriptor(std::string_view className)
{
    std::string descriptor = "L";
    descriptor += className;
    std::ranges::replace(descriptor, '.', '/');
    return descriptor + ";";
}

} // namespace faultline::proguard

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/yaml_document.h"

#include "core/base/hex.h"

#include <charconv>
#include <yaml-cpp/yaml.h>

namespace faultline::config {

namespace {

constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMaxValues = 1'000'000; // Aliases of aliases multiply.

/// The name in `${NAME}`; empty when the scalar is anything else.
std::string_view variableName(std::string_view scalar)
{
    const bool isReference = scalar.size() > 3 && scalar.starts_with("${") && scalar.ends_with('}');
    return isReference ? scalar.substr(2, scalar.size() - 3) : std::string_view();
}

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::ranges::find(words, text) != words.end();
}

bool isReal(std::string_view text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool startsAsNumber =
        !text.empty() && (text[0] == '-' || text[0] == '.' || (text[0] >= '0' && text[0] <= '9'));
    return startsAsNumber && error == std::errc() && end == text.data() + text.size();
}

class DocumentBuilder
{
public:
    explicit DocumentBuilder(const EnvironmentLookup& environment) : m_environment(environment) {}

    Result<void> add(const YAML::Node& node, std::size_t depth)
    {
        const auto mark = node.Mark();
        m_document.setPosition(static_cast<std::uint32_t>(mark.line + 1),
                               static_cast<std::uint32_t>(mark.column + 1));
        if (depth > kMaxDepth || m_document.nodeCount() > kMaxValues)
            return fail(ErrorKind::Malformed, "configuration nested too deep or too large",
                        position(mark));
        switch (node.Type()) {
        case YAML::NodeType::Sequence: return addList(node, depth);
        case YAML::NodeType::Map: return addMap(node, depth);
        case YAML::NodeType::Scalar: return addScalar(node);
        default: m_document.addNull(); return {};
        }
    }

    json::JsonDocument take() { return std::move(m_document); }

private:
    static std::string position(const YAML::Mark& mark)
    {
        return concat(" at line ", mark.line + 1, " column ", mark.column + 1);
    }

    Result<void> addList(const YAML::Node& node, std::size_t depth)
    {
        m_document.beginArray();
        for (const auto& item : node)
            FL_CHECK(add(item, depth + 1));
        m_document.end();
        return {};
    }

    Result<void> addMap(const YAML::Node& node, std::size_t depth)
    {
        m_document.beginObject();
        for (const auto& entry : node) {
            if (!entry.first.IsScalar())
                return fail(ErrorKind::Malformed, "a key that is no text",
                            position(entry.first.Mark()));
            m_document.addKey(entry.first.Scalar());
            FL_CHECK(add(entry.second, depth + 1));
        }
        m_document.end();
        return {};
    }

    Result<void> addScalar(const YAML::Node& node)
    {
        const auto& text = node.Scalar();
        if (const auto name = variableName(text); !name.empty()) {
            const auto value = m_environment(std::string(name));
            if (!value)
                return fail(ErrorKind::NotFound, "environment variable ", name, " is not set",
                            position(node.Mark()));
            addVariable(*value);
            return {};
        }
        // "?" is the tag of a plain scalar. Quoted and block scalars are text, whatever they look
        // like.
        if (node.Tag() == "?" || node.Tag().empty())
            addPlain(text);
        else
            m_document.addString(text);
        return {};
    }

    /// Typed like a plain scalar; double quotes around the whole value make it text.
    void addVariable(std::string_view value)
    {
        if (value.size() >= 2 && value.starts_with('"') && value.ends_with('"'))
            m_document.addString(value.substr(1, value.size() - 2));
        else
            addPlain(value);
    }

    void addPlain(std::string_view text)
    {
        std::int64_t negative = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), negative);
        const bool isNegative =
            text.starts_with('-') && error == std::errc() && end == text.data() + text.size();
        if (isOneOf(text, {"", "~", "null", "Null", "NULL"}))
            m_document.addNull();
        else if (isOneOf(text, {"true", "True", "TRUE", "false", "False", "FALSE"}))
            m_document.addBool(text[0] == 't' || text[0] == 'T');
        else if (const auto number = parseDecimal(text))
            m_document.addUnsigned(*number);
        else if (const auto hex = text.starts_with("0x") ? parseHex(text.substr(2)) : std::nullopt)
            m_document.addUnsigned(*hex);
        else if (isNegative)
            m_document.addSigned(negative);
        else if (isReal(text))
            m_document.addReal(text);
        else
            m_document.addString(text);
    }

    const EnvironmentLookup& m_environment;
    json::JsonDocument m_document;
};

} // namespace

Result<json::JsonDocument> parseYaml(const std::string& text, const EnvironmentLookup& environment)
{
    try {
        DocumentBuilder builder(environment);
        FL_CHECK(builder.add(YAML::Load(text), 0));
        return builder.take();
    } catch (const YAML::Exception& error) {
        return fail(ErrorKind::Malformed, error.msg, " at line ", error.mark.line + 1, " column ",
                    error.mark.column + 1);
    }
}

} // namespace faultline::config

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_document.h"
#include "core/json/json_members.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace faultline::mcp {

enum class ParameterKind : std::uint8_t { Text, Number, Flag };

struct Parameter
{
    std::string_view name;
    ParameterKind kind = ParameterKind::Text;
    std::string_view description;
    bool isRequired = false;
};

/// The parameters of a call, checked against its tool.
class Parameters
{
public:
    explicit Parameters(const std::optional<json::JsonValue>& arguments) : m_arguments(arguments) {}

    std::string text(std::string_view name) const
    {
        return m_arguments ? json::textMember(*m_arguments, name) : std::string();
    }

    std::optional<std::uint64_t> number(std::string_view name) const
    {
        return m_arguments ? json::numberMember(*m_arguments, name) : std::nullopt;
    }

    std::uint64_t numberOr(std::string_view name, std::uint64_t fallback) const
    {
        return number(name).value_or(fallback);
    }

    bool flag(std::string_view name) const
    {
        return m_arguments && json::flagMember(*m_arguments, name);
    }

    bool has(std::string_view name) const
    {
        return m_arguments && json::member(*m_arguments, name);
    }

private:
    const std::optional<json::JsonValue>& m_arguments;
};

/// What an answer is.
enum class AnswerShape : std::uint8_t {
    Object,
    List, ///< It comes by page.
    Any
};

/// A row of the table of tools.
struct Tool
{
    std::string_view name;
    std::string_view description;
    std::span<const Parameter> parameters;
    AnswerShape shape = AnswerShape::Object;
    /// The query that answers it; null for tools that do something else.
    std::string (*query)(const Parameters&) = nullptr;
    std::optional<std::uint32_t> depth = {}; ///< query::Page::depth
    bool needsCrash = true;                  ///< Of those with a query.
};

/// The parameters of every tool that has a query and comes by page, besides its own.
constexpr std::array kPaging{
    Parameter{"first", ParameterKind::Number, "first element of a list"},
    Parameter{"most", ParameterKind::Number, "elements of a list"},
    Parameter{"max_bytes", ParameterKind::Number, "size of the answer"},
    Parameter{"full", ParameterKind::Flag, "whole objects, not tables and lines"},
};

/// Those of kPaging that a tool has: an object is not divided into pages.
constexpr std::span<const Parameter> pagingOf(const Tool& tool)
{
    constexpr std::size_t kOfLists = 2;
    if (tool.query == nullptr)
        return {};
    const bool hasPages = tool.shape != AnswerShape::Object || tool.name == "library";
    return std::span(kPaging).subspan(hasPages ? 0 : kOfLists);
}

/// All tools, in the order in which clients see them.
std::span<const Tool> allTools();

/// Returns the tool with this name, or null.
const Tool* findTool(std::string_view name);

} // namespace faultline::mcp

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/natvis/natvis_reader.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace faultline::natvis {

namespace {

constexpr std::size_t kMaxProblems = 1000;

struct PriorityName
{
    std::string_view name;
    int priority;
};

constexpr std::array<PriorityName, 5> kPriorities{
    {{"Low", -2}, {"MediumLow", -1}, {"Medium", 0}, {"MediumHigh", 1}, {"High", 2}}};

int priorityOf(std::string_view name)
{
    const auto* found = std::ranges::find(kPriorities, name, &PriorityName::name);
    return found == kPriorities.end() ? 0 : found->priority;
}

bool isTrue(std::string_view text)
{
    return text == "true" || text == "1";
}

/// Elements for windows and programs of a debugger, which a crash file does not have: they are
/// passed over.
bool isWithoutEffect(std::string_view name)
{
    constexpr std::array<std::string_view, 8> kNames{
        "Version",          "UIVisualizer", "HResult",         "LocalizedStrings",
        "CustomVisualizer", "StringView",   "MostDerivedType", "Skip"};
    return std::ranges::find(kNames, name) != kNames.end();
}

/// Where the expression that begins at `begin` ends: at a "}" outside of quotes and brackets.
std::size_t endOfExpression(std::string_view text, std::size_t begin)
{
    int depth = 0;
    char quote = '\0';
    for (auto i = begin; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != '\0') {
            i += c == '\\' ? 1 : 0;
            quote = c == quote ? '\0' : quote;
        } else if (c == '\'' || c == '"') {
            quote = c;
        } else if (c == '{') {
            ++depth;
        } else if (c == '}' && depth-- == 0) {
            return i;
        }
    }
    return std::string_view::npos;
}

} // namespace

NatvisFile NatvisReader::read(std::string_view text)
{
    const auto document = parseXml(text);
    if (document.root.name == "AutoVisualizer") {
        for (const auto& element : document.root.children)
            readTop(element);
    } else if (document.problem.empty()) {
        report(document.root.line,
               concat("the root is \"", document.root.name, "\", expected \"AutoVisualizer\""));
    }
    if (!document.problem.empty())
        report(document.problemLine, document.problem);
    return std::move(m_file);
}

void NatvisReader::report(std::uint32_t line, std::string text)
{
    if (m_file.problems.size() < kMaxProblems)
        m_file.problems.push_back({m_file.name, line, std::move(text)});
}

void NatvisReader::reportUnknown(const XmlElement& element)
{
    if (!isWithoutEffect(element.name))
        report(element.line, concat("element \"", element.name, "\" is not supported"));
}

void NatvisReader::readTop(const XmlElement& element)
{
    if (element.name == "Type") {
        readType(element);
    } else if (element.name == "Intrinsic") {
        readIntrinsic(element, m_file.intrinsics);
    } else {
        reportUnknown(element);
    }
}

void NatvisReader::readType(const XmlElement& element)
{
    auto type = std::make_shared<Visualizer>();
    type->name = trimAscii(element.attribute("Name"));
    type->file = m_file.name;
    type->line = element.line;
    type->priority = priorityOf(element.attribute("Priority"));
    type->isInheritable =
        element.attribute("Inheritable").empty() || isTrue(element.attribute("Inheritable"));
    type->when.includeViews = views(element, "IncludeView");
    type->when.excludeViews = views(element, "ExcludeView");
    if (type->name.empty())
        return report(element.line, "a type without a name");
    type->patterns.emplace_back(type->name);
    for (const auto& part : element.children)
        readTypePart(part, *type);
    m_file.visualizers.push_back(std::move(type));
}

void NatvisReader::readTypePart(const XmlElement& element, Visualizer& into)
{
    if (element.name == "DisplayString") {
        if (auto text = displayText(element))
            into.displays.push_back(*std::move(text));
    } else if (element.name == "AlternativeType") {
        into.patterns.emplace_back(element.attribute("Name"));
    } else if (element.name == "Intrinsic") {
        readIntrinsic(element, into.intrinsics);
    } else if (element.name == "SmartPointer") {
        if (auto pointer = expression(element, element.text))
            into.smartPointers.push_back(*std::move(pointer));
    } else if (element.name == "Expand") {
        into.hasExpand = true;
        readNodes(element, into.nodes);
    } else {
        reportUnknown(element);
    }
}

/// Functions that a debugger's extension calculates have a SourceId instead of an expression.
void NatvisReader::readIntrinsic(const XmlElement& element, std::vector<Intrinsic>& into)
{
    if (!element.attribute("SourceId").empty())
        return;
    auto value = expression(element, element.attribute("Expression"));
    if (!value)
        return;
    Intrinsic made{.name = std::string(element.attribute("Name")),
                   .parameters = {},
                   .expression = *std::move(value),
                   .isOptional = isTrue(element.attribute("Optional"))};
    for (const auto& child : element.children) {
        if (child.name == "Parameter")
            made.parameters.emplace_back(child.attribute("Name"));
    }
    into.push_back(std::move(made));
}

std::optional<CppExpression> NatvisReader::expression(const XmlElement& element,
                                                      std::string_view text)
{
    auto parsed = parseExpression(trimAscii(text));
    if (parsed)
        return *std::move(parsed);
    report(element.line,
           concat("expression \"", excerpt(trimAscii(text)), "\": ", parsed.error().detail));
    return std::nullopt;
}

bool NatvisReader::readAttribute(const XmlElement& element,
                                 std::string_view attribute,
                                 std::optional<CppExpression>& into)
{
    const auto text = element.attribute(attribute);
    if (text.empty())
        return true;
    into = expression(element, text);
    return into.has_value();
}

std::vector<std::string> NatvisReader::views(const XmlElement& element,
                                             std::string_view attribute) const
{
    std::vector<std::string> found;
    auto text = element.attribute(attribute);
    while (!text.empty()) {
        const auto end = std::min(text.find(';'), text.size());
        if (const auto view = trimAscii(text.substr(0, end)); !view.empty())
            found.emplace_back(view);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return found;
}

std::optional<Conditions> NatvisReader::conditions(const XmlElement& element)
{
    Conditions made{.condition = {},
                    .isOptional = isTrue(element.attribute("Optional")),
                    .includeViews = views(element, "IncludeView"),
                    .excludeViews = views(element, "ExcludeView")};
    if (!readAttribute(element, "Condition", made.condition))
        return std::nullopt;
    return made;
}

std::optional<std::vector<DisplayPart>> NatvisReader::parts(const XmlElement& element,
                                                            std::string_view text)
{
    std::vector<DisplayPart> made;
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool isDoubled = i + 1 < text.size() && text[i + 1] == c;
        if ((c == '{' || c == '}') && isDoubled) {
            plain += c;
            ++i;
            continue;
        }
        if (c != '{') {
            plain += c;
            continue;
        }
        const auto end = endOfExpression(text, i + 1);
        if (end == std::string_view::npos) {
            report(element.line, "a \"{\" without its \"}\"");
            return std::nullopt;
        }
        auto value = expression(element, text.substr(i + 1, end - i - 1));
        if (!value)
            return std::nullopt;
        if (!plain.empty())
            made.push_back({.text = std::exchange(plain, {}), .expression = {}});
        made.push_back({.text = {}, .expression = *std::move(value)});
        i = end;
    }
    if (!plain.empty())
        made.push_back({.text = std::move(plain), .expression = {}});
    return made;
}

std::optional<DisplayText> NatvisReader::displayText(const XmlElement& element)
{
    auto when = conditions(element);
    auto made = when ? parts(element, trimAscii(element.text)) : std::nullopt;
    if (!made)
        return std::nullopt;
    return DisplayText{*std::move(when), *std::move(made), element.line};
}

NatvisFile readNatvis(std::string_view name, std::string_view text)
{
    return NatvisReader(name).read(text);
}

} // namespace faultline::natvis

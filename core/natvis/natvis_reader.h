// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/natvis/natvis_file.h"
#include "core/natvis/xml_document.h"

namespace faultline::natvis {

/// Reads the elements of one file into its visualizers. What is not understood is a problem of the
/// file.
class NatvisReader
{
public:
    explicit NatvisReader(std::string_view name) { m_file.name = name; }

    NatvisFile read(std::string_view text);

private:
    void readTop(const XmlElement& element);
    void readType(const XmlElement& element);
    void readTypePart(const XmlElement& element, Visualizer& into);
    void readIntrinsic(const XmlElement& element, std::vector<Intrinsic>& into);
    std::optional<DisplayText> displayText(const XmlElement& element);
    std::optional<Conditions> conditions(const XmlElement& element);
    std::vector<std::string> views(const XmlElement& element, std::string_view attribute) const;
    /// The parts of a text with "{expressions}"; absent when one cannot be parsed.
    std::optional<std::vector<DisplayPart>> parts(const XmlElement& element, std::string_view text);
    /// An expression; absent, with a problem, when it cannot be parsed.
    std::optional<CppExpression> expression(const XmlElement& element, std::string_view text);
    /// As above for an attribute or a child; a missing one is no problem. False: it is damaged.
    bool readAttribute(const XmlElement& element,
                       std::string_view attribute,
                       std::optional<CppExpression>& into);

    void readNodes(const XmlElement& expand, std::vector<ExpandNode>& into);
    std::optional<ExpandNode> node(const XmlElement& element);
    bool readNode(const XmlElement& element, ExpandNode& into);
    bool readItem(const XmlElement& element, ExpandNode& into);
    bool readSynthetic(const XmlElement& element, ExpandNode& into);
    bool readList(const XmlElement& element, ExpandNode& into);
    bool readListPart(const XmlElement& element, ExpandNode& into);
    bool readValueNode(const XmlElement& element, ExpandNode& into);
    bool addConditional(const XmlElement& element, std::vector<ConditionalExpression>& into);
    bool readCustomList(const XmlElement& element, ExpandNode& into);
    bool readSteps(const XmlElement& element, std::vector<ListStep>& into);
    std::optional<ListStep> step(const XmlElement& element);

    void report(std::uint32_t line, std::string text);
    void reportUnknown(const XmlElement& element);

    NatvisFile m_file;
};

} // namespace faultline::natvis

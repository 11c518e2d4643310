// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/natvis/xml_document.h"

#include <expat.h>
#include <memory>

namespace faultline::natvis {

namespace {

std::string_view withoutPrefix(std::string_view name)
{
    const auto colon = name.rfind(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

/// Builds the tree. Elements are finished from the inside out.
class Builder
{
public:
    explicit Builder(XML_Parser parser) : m_parser(parser)
    {
        XML_SetUserData(parser, this);
        XML_SetElementHandler(parser, &Builder::begin, &Builder::end);
        XML_SetCharacterDataHandler(parser, &Builder::characters);
        XML_SetStartDoctypeDeclHandler(parser, &Builder::doctype);
    }

    XmlDocument parse(std::string_view text)
    {
        const auto status =
            XML_Parse(m_parser, text.data(), static_cast<int>(text.size()), XML_TRUE);
        if (m_problem.empty() && status != XML_STATUS_OK)
            stop(XML_ErrorString(XML_GetErrorCode(m_parser)));
        // An element that is cut may say something else than the whole one.
        while (m_open.size() > 1)
            m_open.pop_back();
        if (!m_open.empty())
            close();
        return {std::move(m_root), std::move(m_problem), m_problemLine};
    }

private:
    static Builder& self(void* data) { return *static_cast<Builder*>(data); }

    static void XMLCALL begin(void* data, const XML_Char* name, const XML_Char** attributes)
    {
        self(data).open(name, attributes);
    }

    static void XMLCALL end(void* data, const XML_Char*)
    {
        if (!self(data).m_open.empty())
            self(data).close();
    }

    static void XMLCALL characters(void* data, const XML_Char* text, int length)
    {
        auto& open = self(data).m_open;
        if (!open.empty())
            open.back().text.append(text, static_cast<std::size_t>(length));
    }

    static void XMLCALL doctype(void* data, const XML_Char*, const XML_Char*, const XML_Char*, int)
    {
        self(data).stop("a document type declaration");
    }

    void open(const XML_Char* name, const XML_Char** attributes)
    {
        if (++m_count > kMaxElements)
            return stop("too many elements");
        if (m_open.size() == kMaxXmlDepth)
            return stop("elements nested too deeply");
        XmlElement element{.name = std::string(withoutPrefix(name)), .line = line()};
        for (; attributes != nullptr && *attributes != nullptr; attributes += 2)
            element.attributes.emplace_back(attributes[0], attributes[1]);
        m_open.push_back(std::move(element));
    }

    void close()
    {
        auto element = std::move(m_open.back());
        m_open.pop_back();
        if (m_open.empty())
            m_root = std::move(element);
        else
            m_open.back().children.push_back(std::move(element));
    }

    void stop(std::string_view problem)
    {
        if (!m_problem.empty())
            return;
        m_problem = problem;
        m_problemLine = line();
        XML_StopParser(m_parser, XML_FALSE);
    }

    std::uint32_t line() const
    {
        return static_cast<std::uint32_t>(XML_GetCurrentLineNumber(m_parser));
    }

    XML_Parser m_parser;
    XmlElement m_root;
    std::vector<XmlElement> m_open;
    std::size_t m_count = 0;
    std::string m_problem;
    std::uint32_t m_problemLine = 0;
};

} // namespace

std::string_view XmlElement::attribute(std::string_view attributeName) const
{
    for (const auto& [key, value] : attributes) {
        if (key == attributeName)
            return value;
    }
    return {};
}

XmlDocument parseXml(std::string_view text)
{
    if (text.size() > kMaxXmlBytes)
        return {.root = {}, .problem = "the file is too large", .problemLine = 1};
    const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(
        XML_ParserCreate(nullptr), &XML_ParserFree);
    if (!parser)
        return {.root = {}, .problem = "no memory for a parser", .problemLine = 1};
    return Builder(parser.get()).parse(text);
}

} // namespace faultline::natvis

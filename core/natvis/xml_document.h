// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline::natvis {

/// One element of an XML file.
struct XmlElement
{
    std::string name; ///< Without its namespace's prefix.
    std::vector<std::pair<std::string, std::string>> attributes = {};
    std::string text = {}; ///< Of the element itself, without its children's.
    std::vector<XmlElement> children = {};
    std::uint32_t line = 0;

    /// Empty when there is no such attribute.
    std::string_view attribute(std::string_view attributeName) const;
};

/// What an XML file has. Damage loses what follows it, and the root's child that it is in.
struct XmlDocument
{
    XmlElement root;     ///< Without a name when there is none.
    std::string problem; ///< Empty: the file is whole.
    std::uint32_t problemLine = 0;
};

/// Parses XML 1.0 in UTF-8, UTF-16 or Latin-1. Nothing outside the text is read. Document type
/// declarations, and so entities of the file's own, are a problem; so are more than kMaxElements
/// elements and kMaxXmlDepth levels.
XmlDocument parseXml(std::string_view text);

constexpr std::size_t kMaxXmlBytes = std::size_t{8} << 20;
constexpr std::size_t kMaxElements = 200'000;
constexpr std::size_t kMaxXmlDepth = 64;

} // namespace faultline::natvis

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/companions/uuid_map.h"

#include "core/base/text.h"

namespace faultline::companions {

namespace {

constexpr std::string_view kKey = "DBGOriginalUUID";

/// Reads the elements of an XML property list one by one and skips comments and declarations. Only
/// one string of these files is needed, so no tree is built.
class PlistScanner
{
public:
    struct Element
    {
        std::string_view tag;  ///< "key", "/dict", "true/"; without attributes.
        std::string_view text; ///< Characters up to the next tag.
    };

    explicit PlistScanner(std::string_view text) : m_text(text) {}

    std::optional<Element> next()
    {
        while (true) {
            const auto open = m_text.find('<');
            if (open == std::string_view::npos)
                return std::nullopt;
            m_text.remove_prefix(open + 1);
            if (m_text.starts_with("!--")) {
                m_text.remove_prefix(std::min(m_text.find("-->"), m_text.size()));
                continue;
            }
            const auto close = m_text.find('>');
            if (close == std::string_view::npos)
                return std::nullopt;
            const auto tag = m_text.substr(0, close);
            m_text.remove_prefix(close + 1);
            if (tag.starts_with('?') || tag.starts_with('!'))
                continue;
            return Element{tag.substr(0, tag.find_first_of(" \t\r\n")),
                           trimAscii(m_text.substr(0, m_text.find('<')))};
        }
    }

private:
    std::string_view m_text;
};

} // namespace

Result<DebugId> parseUuidMap(Bytes plist)
{
    PlistScanner scanner(asText(plist));
    bool isPlist = false;
    bool isNext = false;
    int depth = 0; // Only the outermost dictionary counts.
    while (const auto element = scanner.next()) {
        isPlist |= element->tag == "plist";
        if (element->tag == "dict" || element->tag == "array")
            ++depth;
        else if (element->tag == "/dict" || element->tag == "/array")
            --depth;
        else if (isPlist && depth == 1 && element->tag == "key")
            isNext = element->text == kKey;
        else if (isPlist && depth == 1 && isNext && element->tag == "string") {
            if (auto id = DebugId::parse(element->text); id && id->kind() == DebugId::Kind::Uuid)
                return *id;
            return fail(ErrorKind::Malformed, "uuid map: ", kKey, " is no uuid");
        }
    }
    return fail(ErrorKind::Malformed,
                isPlist ? concat("uuid map: no ", kKey) : "uuid map: no xml property list");
}

} // namespace faultline::companions

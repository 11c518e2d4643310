#include "core/symbolicate/js/original_names.h"

#include "core/base/hash.h"

namespace faultline::js {

std::optional<std::string> OriginalNames::functionAt(const std::string& url,
                                                     std::string_view text,
                                                     sourcemap::Position position,
                                                     script::OriginalFunctions::Edge edge)
{
    const auto key = concat(url, " ", checksum64(asBytes(text)));
    auto known = m_sources.find(key);
    if (known == m_sources.end())
        known =
            m_sources
                .emplace(key, script::OriginalFunctions::parse(std::string(text), url, {}, m_stop))
                .first;
    if (!known->second)
        return std::nullopt;
    const auto name = known->second->at({position.line, position.column}, edge);
    return std::string(name.value_or("<anonymous>"));
}

} // namespace faultline::js

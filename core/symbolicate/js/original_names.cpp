// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/original_names.h"

namespace faultline::js {

namespace {

constexpr std::size_t kMaxTextBytes = 256u << 20; ///< Unpacked texts that are kept.

} // namespace

ByteView OriginalNames::textOf(MapSource source)
{
    const auto known = m_texts.find(source);
    if (known != m_texts.end())
        return known->second;
    auto unpacked = source.cache->sourceText(source.index);
    auto text = unpacked && *unpacked ? **std::move(unpacked) : ByteView();
    m_textBytes += text.size();
    if (m_textBytes > kMaxTextBytes) {
        m_texts.clear();
        m_textBytes = text.size();
    }
    m_texts.emplace(source, text);
    return text;
}

std::optional<std::string> OriginalNames::functionAt(MapSource source,
                                                     std::string_view fileName,
                                                     std::string_view text,
                                                     sourcemap::Position position,
                                                     script::OriginalFunctions::Edge edge)
{
    auto known = m_functions.find(source);
    if (known == m_functions.end())
        known = m_functions
                    .emplace(source, script::OriginalFunctions::parse(std::string(text), fileName,
                                                                      {}, m_stop))
                    .first;
    if (!known->second)
        return std::nullopt;
    const auto name = known->second->at({position.line, position.column}, edge);
    return std::string(name.value_or("<anonymous>"));
}

} // namespace faultline::js

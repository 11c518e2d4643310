// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/codec/text_pool.h"

namespace faultline::codec {

std::uint64_t TextPool::numberOf(std::string_view text)
{
    if (text.empty())
        return 0;
    const auto [entry, isNew] = m_numbers.try_emplace(text, m_texts.size() + 1);
    if (isNew)
        m_texts.push_back(text);
    return entry->second;
}

ByteOutput TextPool::section() const
{
    ByteOutput out;
    out.uleb128(m_texts.size());
    for (const auto text : m_texts)
        out.uleb128(text.size());
    for (const auto text : m_texts)
        out.bytes(asBytes(text));
    return out;
}

} // namespace faultline::codec

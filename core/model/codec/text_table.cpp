// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/codec/text_table.h"

#include "core/base/byte_reader.h"

namespace faultline::codec {

Result<TextTable> TextTable::open(Bytes section, MemoryBudget& budget)
{
    ByteReader in(section);
    const std::uint64_t count = in.uleb128();
    if (count > in.remaining())
        return fail(ErrorKind::Malformed, "report: texts section: ", count, " texts, ",
                    in.remaining(), " bytes left");
    if (!budget.take(count, sizeof(std::string_view)))
        return fail(ErrorKind::Unsupported, "report: texts section: ", count,
                    " texts need more memory than allowed");
    std::vector<std::uint64_t> sizes(count);
    for (auto& size : sizes)
        size = in.uleb128();
    TextTable table;
    table.m_texts.reserve(count);
    for (const auto size : sizes) {
        if (size > in.remaining())
            return fail(ErrorKind::Malformed, "report: texts section: text ",
                        table.m_texts.size() + 1, " needs ", size, " bytes, ", in.remaining(),
                        " left");
        table.m_texts.push_back(asText(in.bytes(size)));
    }
    if (!in.ok() || !in.atEnd())
        return fail(ErrorKind::Malformed, "report: texts section: ", in.remaining(),
                    " bytes after the last text");
    return table;
}

std::optional<std::string_view> TextTable::find(std::uint64_t number) const
{
    if (number == 0)
        return std::string_view();
    if (number > m_texts.size())
        return std::nullopt;
    return m_texts[static_cast<std::size_t>(number - 1)];
}

} // namespace faultline::codec

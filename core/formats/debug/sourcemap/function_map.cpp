// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcemap/function_map.h"

#include "core/formats/debug/sourcemap/vlq.h"

#include <algorithm>

namespace faultline::sourcemap {

namespace {

constexpr std::int64_t kMost = 0xffff'fffe;

bool fits(std::int64_t value)
{
    return value >= 0 && value <= kMost;
}

} // namespace

Result<FunctionMap> FunctionMap::parse(const FunctionMapText& text)
{
    FunctionMap map;
    map.m_names = text.names;
    VlqReader reader(text.mappings);
    std::int64_t line = 1;
    std::int64_t name = 0;
    std::int64_t column = 0;
    while (!reader.atEnd()) {
        if (!reader.hasNumber()) {
            if (reader.peek() == ';')
                column = 0;
            reader.skip();
            continue;
        }
        const auto offset = reader.offset();
        column += std::clamp<std::int64_t>(reader.readSigned(), -kMost, kMost);
        name +=
            reader.hasNumber() ? std::clamp<std::int64_t>(reader.readSigned(), -kMost, kMost) : 0;
        line +=
            reader.hasNumber() ? std::clamp<std::int64_t>(reader.readSigned(), -kMost, kMost) : 0;
        // Later versions of the format may add numbers.
        while (reader.hasNumber() && reader.problem() == VlqProblem::None)
            reader.readSigned();
        if (reader.problem() != VlqProblem::None)
            return fail(ErrorKind::Malformed, "function map: ", vlqProblemText(reader.problem()),
                        " at offset ", offset);
        if (!fits(column) || !fits(line - 1) || !fits(name) ||
            static_cast<std::size_t>(name) >= map.m_names.size())
            return fail(ErrorKind::Malformed, "function map: entry at offset ", offset,
                        " leads outside");
        map.m_entries.push_back(
            {{static_cast<std::uint32_t>(line - 1), static_cast<std::uint32_t>(column)},
             static_cast<std::uint32_t>(name)});
    }
    std::ranges::stable_sort(map.m_entries, {}, &Entry::start);
    return map;
}

std::optional<std::string_view> FunctionMap::nameAt(Position original) const
{
    const auto after = std::ranges::upper_bound(m_entries, original, {}, &Entry::start);
    if (after == m_entries.begin())
        return std::nullopt;
    return m_names[std::prev(after)->name];
}

} // namespace faultline::sourcemap

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/companions/line_mapping.h"

#include "core/base/hex.h"
#include "core/json/json_reader.h"

#include <algorithm>
#include <limits>

namespace faultline::companions {

namespace {

// A key beside those of the files; it does not name a file.
constexpr std::string_view kDebugIdKey = "__debug-id__";

std::optional<std::uint32_t> lineNumber(std::optional<std::uint64_t> number)
{
    constexpr std::uint64_t kHighest = std::numeric_limits<std::uint32_t>::max();
    return number && *number <= kHighest ? std::optional(static_cast<std::uint32_t>(*number))
                                         : std::nullopt;
}

std::unexpected<Error> wrongForm(const json::JsonValue& value, std::string_view expected)
{
    return fail(ErrorKind::Malformed, "line mapping: ", json::jsonKindName(value.kind()),
                " instead of ", expected, " at line ", value.line(), " column ", value.column());
}

} // namespace

Result<LineMapping> LineMapping::parse(Bytes json)
{
    FL_TRY(const auto document, json::parseJson(asText(json)));
    const auto root = document.root();
    if (root.kind() != json::JsonKind::Object)
        return wrongForm(root, "a map");
    LineMapping mapping;
    for (auto cpp = root.firstChild(); cpp; cpp = cpp->nextSibling(root)) {
        if (cpp->key() == kDebugIdKey)
            continue;
        if (cpp->kind() != json::JsonKind::Object)
            return wrongForm(*cpp, "a map");
        File& file = mapping.m_files[std::string(cpp->key())];
        file.m_paths = mapping.m_paths.get();
        for (auto cs = cpp->firstChild(); cs; cs = cs->nextSibling(*cpp)) {
            if (cs->kind() != json::JsonKind::Object)
                return wrongForm(*cs, "a map");
            const auto csFile = static_cast<std::uint32_t>(mapping.m_paths->size());
            mapping.m_paths->emplace_back(cs->key());
            for (auto line = cs->firstChild(); line; line = line->nextSibling(*cs)) {
                const auto cppLine = lineNumber(parseDecimal(line->key()));
                const auto csLine = line->kind() == json::JsonKind::Unsigned
                                        ? lineNumber(line->integerBits())
                                        : std::nullopt;
                if (!cppLine || !csLine)
                    return wrongForm(*line, "a line number");
                file.m_entries.push_back({*cppLine, *csLine, csFile});
            }
        }
        std::ranges::stable_sort(file.m_entries, {}, &File::Entry::cppLine);
    }
    return mapping;
}

std::size_t LineMapping::weightBytes() const
{
    std::size_t bytes = 0;
    for (const auto& [path, file] : m_files)
        bytes += path.size() + sizeof(file) + file.m_entries.size() * sizeof(File::Entry);
    for (const auto& path : *m_paths)
        bytes += path.size() + sizeof(path);
    return bytes;
}

const LineMapping::File* LineMapping::file(std::string_view cppPath) const
{
    const auto found = m_files.find(std::string(cppPath));
    return found == m_files.end() ? nullptr : &found->second;
}

std::optional<LineMapping::Position> LineMapping::File::find(std::uint32_t line) const
{
    const auto after = std::ranges::upper_bound(m_entries, line, {}, &Entry::cppLine);
    if (after == m_entries.begin())
        return std::nullopt;
    const Entry& entry = *(after - 1);
    if (line - entry.cppLine > kMaxDistance)
        return std::nullopt;
    return Position{(*m_paths)[entry.csFile], entry.csLine};
}

} // namespace faultline::companions

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/code_map.h"

#include "core/formats/names/demangle.h"

#include <algorithm>
#include <array>
#include <optional>

namespace faultline::app {

namespace {

std::vector<CodeLevel> levelsAt(const symcache::SymCache& symbols, std::uint32_t address)
{
    std::vector<CodeLevel> levels;
    auto frames = symbols.lookup(address);
    while (const auto frame = frames.next())
        levels.push_back({.function = frame->function,
                          .file = frame->path,
                          .line = frame->line,
                          .language = frame->language});
    std::ranges::reverse(levels);
    return levels;
}

bool isNumber(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// Removes what compilers append to the names of clones. Names of Go contain dots too, so only
/// known suffixes go.
std::string_view withoutCloneSuffix(std::string_view name)
{
    constexpr std::string_view kCold = ".cold";
    constexpr std::array<std::string_view, 5> kNumbered{".clone.", ".constprop.", ".llvm.",
                                                        ".isra.", ".part."};
    for (const auto suffix : kNumbered) {
        const auto at = name.rfind(suffix);
        if (at == name.npos || at == 0)
            continue;
        const auto rest = name.substr(at + suffix.size());
        if (isNumber(rest.substr(0, rest.find('.'))))
            name = name.substr(0, at);
    }
    if (name.size() > kCold.size() && name.ends_with(kCold))
        name.remove_suffix(kCold.size());
    return name;
}

bool isPartOfName(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Tells whether the word "operator" ends here.
bool endsWithOperator(std::string_view text)
{
    constexpr std::string_view kOperator = "operator";
    return text.ends_with(kOperator) && (text.size() == kOperator.size() ||
                                         !isPartOfName(text[text.size() - kOperator.size() - 1]));
}

/// Drops everything between angle brackets that belong together. Some brackets are the name of an
/// operator, and "operator<<int>" does not say which, so each reading is tried until the brackets
/// come out even.
class TemplateArguments
{
public:
    explicit TemplateArguments(std::string_view name) : m_name(name) {}

    /// Absent when no reading makes sense.
    std::optional<std::string> without(std::size_t at = 0, std::size_t depth = 0)
    {
        if (++m_readings > kMaxReadings)
            return std::nullopt;
        std::string kept;
        for (; at < m_name.size(); ++at) {
            if (endsWithOperator(m_name.substr(0, at)) && isAngle(at))
                return afterOperator(kept, at, depth);
            const bool isArrow = m_name.substr(at).starts_with("->");
            if (m_name[at] == '<') {
                ++depth;
            } else if (m_name[at] == '>' && !isArrow) {
                if (depth == 0)
                    return std::nullopt;
                --depth;
            } else if (depth == 0) {
                kept += m_name[at];
            }
            if (isArrow && ++at < m_name.size() && depth == 0)
                kept += m_name[at];
        }
        return depth == 0 && !kept.empty() ? std::optional(std::move(kept)) : std::nullopt;
    }

private:
    static constexpr unsigned kMaxReadings = 64;

    bool isAngle(std::size_t at) const
    {
        return m_name[at] == '<' || m_name[at] == '>' || m_name.substr(at).starts_with("->");
    }

    std::optional<std::string>
    afterOperator(const std::string& kept, std::size_t at, std::size_t depth)
    {
        for (const std::string_view symbol :
             {"<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "<", ">"}) {
            if (!m_name.substr(at).starts_with(symbol))
                continue;
            if (const auto rest = without(at + symbol.size(), depth))
                return kept + (depth == 0 ? std::string(symbol) : std::string()) + *rest;
        }
        return std::nullopt;
    }

    std::string_view m_name;
    unsigned m_readings = 0;
};

} // namespace

Result<void> visitCode(const symcache::SymCache& symbols,
                       const std::function<Result<void>(const CodeFunction&)>& visit)
{
    for (std::uint32_t i = 0; i < symbols.functionCount(); ++i) {
        const auto function = symbols.function(i);
        if (!function)
            continue;
        CodeFunction code;
        for (const auto& row : symbols.rows(*function)) {
            if (row.end <= row.begin)
                continue;
            if (!code.rows.empty() && code.end != row.begin) {
                FL_CHECK(visit(code)); // Other code lies between.
                code.rows.clear();
            }
            auto levels = levelsAt(symbols, row.begin);
            if (levels.empty())
                continue;
            if (code.rows.empty())
                code.begin = row.begin;
            code.end = row.end;
            code.rows.push_back({.begin = row.begin, .end = row.end, .levels = std::move(levels)});
        }
        if (!code.rows.empty())
            FL_CHECK(visit(code));
    }
    return {};
}

void visitInlined(std::span<const CodeRow> rows,
                  std::size_t depth,
                  const std::function<void(std::span<const CodeRow>)>& visit)
{
    const auto isSameCall = [depth](const CodeRow& a, const CodeRow& b) {
        return a.levels[depth - 1] == b.levels[depth - 1] &&
               a.levels[depth].function == b.levels[depth].function;
    };
    for (std::size_t first = 0; first < rows.size();) {
        if (rows[first].levels.size() <= depth) {
            ++first;
            continue;
        }
        auto end = first + 1;
        while (end < rows.size() && rows[end].levels.size() > depth &&
               isSameCall(rows[first], rows[end]))
            ++end;
        visit(rows.subspan(first, end - first));
        first = end;
    }
}

std::string codeName(std::string_view recorded, Language language)
{
    const auto plain = withoutCloneSuffix(recorded);
    auto name = demangling::demangle(plain, language);
    const bool isItanium = plain.starts_with("_Z") || plain.starts_with("___Z");
    const bool isRust = demangling::detectMangling(plain) == Language::Rust;
    if (isItanium && !isRust && name != plain)
        return TemplateArguments(name).without().value_or(name);
    return name;
}

const std::string& CodeNames::of(std::string_view recorded, Language language)
{
    const auto known = m_known.find(recorded);
    if (known != m_known.end())
        return known->second;
    return m_known.emplace(recorded, codeName(recorded, language)).first->second;
}

} // namespace faultline::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tools/code_map.h"

#include "core/formats/names/demangle.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

namespace faultline::app {

namespace {

std::vector<CodeLevel>
levelsAt(const symcache::SymCache& symbols, std::uint32_t address, DumpTexts& texts)
{
    std::vector<CodeLevel> levels;
    auto frames = symbols.lookup(address);
    while (const auto frame = frames.next())
        levels.push_back({.function = texts.admit(frame->function),
                          .file = texts.admit(frame->path),
                          .line = frame->line,
                          .language = frame->language});
    std::ranges::reverse(levels);
    return levels;
}

/// The rows of each function, ascending. Functions may lie in each other, so going through the
/// range of each of them would pass most rows many times.
class RowsByFunction
{
public:
    explicit RowsByFunction(const symcache::SymCache& symbols)
        : m_ends(symbols.functionCount() + std::size_t{1})
    {
        const auto owners = symbols.functionsOfRows();
        for (const auto owner : owners) {
            if (owner < symbols.functionCount())
                ++m_ends[owner + std::size_t{1}];
        }
        std::partial_sum(m_ends.begin(), m_ends.end(), m_ends.begin());
        m_rows.resize(m_ends.back());
        auto next = m_ends;
        for (std::uint32_t row = 0; row < owners.size(); ++row) {
            if (owners[row] < symbols.functionCount())
                m_rows[next[owners[row]]++] = row;
        }
    }

    std::span<const std::uint32_t> operator()(std::uint32_t function) const
    {
        return std::span(m_rows).subspan(m_ends[function], m_ends[function + 1] - m_ends[function]);
    }

private:
    std::vector<std::size_t> m_ends; ///< Where the rows of the function before each end.
    std::vector<std::uint32_t> m_rows;
};

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
    DumpTexts texts(symbols.bytes().size(), kFreeRowBytes);
    const RowsByFunction rowsOf(symbols);
    for (std::uint32_t i = 0; i < symbols.functionCount(); ++i) {
        const auto function = symbols.function(i);
        if (!function)
            continue;
        CodeFunction code;
        for (const auto index : rowsOf(i)) {
            auto row = symbols.extentOf(index);
            if (row.end <= row.begin || row.begin >= function->end)
                continue;
            row.end = std::min(row.end, function->end);
            if (!code.rows.empty() && code.end != row.begin) {
                FL_CHECK(visit(code)); // Other code lies between.
                code.rows.clear();
            }
            auto levels = levelsAt(symbols, row.begin, texts);
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

std::string_view CodeNames::of(std::string_view recorded, Language language)
{
    if (recorded.empty()) // It has the place of the text after it.
        return {};
    auto known = m_known.find(recorded.data());
    if (known == m_known.end())
        known = m_known.emplace(recorded.data(), codeName(recorded, language)).first;
    return m_texts.admit(known->second);
}

} // namespace faultline::app

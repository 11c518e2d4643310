// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/pdb_source_server.h"

#include "core/base/hex.h"
#include "core/base/result.h"
#include "core/base/text.h"

#include <algorithm>
#include <vector>

namespace faultline::pdb {

namespace {

constexpr int kMaxExpansionDepth = 16;
constexpr int kMaxExpansions = 1000; // Variables may name each other any number of times.
constexpr std::size_t kMaxTargetBytes = 8192;

enum class Part { None, Settings, Files };

Part partOf(std::string_view heading)
{
    if (heading.starts_with("SRCSRV: ini") || heading.starts_with("SRCSRV: variables"))
        return Part::Settings;
    return heading.starts_with("SRCSRV: source files") ? Part::Files : Part::None;
}

std::string normalPath(std::string_view path)
{
    auto text = toLowerAscii(path);
    std::ranges::replace(text, '\\', '/');
    return text;
}

std::vector<std::string_view> fieldsOf(std::string_view line)
{
    std::vector<std::string_view> fields;
    while (true) {
        const auto star = std::min(line.find('*'), line.size());
        fields.push_back(line.substr(0, star));
        if (star == line.size())
            return fields;
        line.remove_prefix(star + 1);
    }
}

bool isHttp(std::string_view text)
{
    const auto lower = toLowerAscii(text.substr(0, 8));
    return lower.starts_with("http://") || lower.starts_with("https://");
}

/// Expands %name%, %varN% and %function%(argument) for one file.
class Expansion
{
public:
    Expansion(const std::map<std::string, std::string_view, std::less<>>& variables,
              std::vector<std::string_view> fields)
        : m_variables(variables), m_fields(std::move(fields))
    {
    }

    /// Absent when a name is not known, or when the text grows beyond the limits.
    std::optional<std::string> expand(std::string_view text, int depth = 0) const
    {
        if (depth > kMaxExpansionDepth || ++m_expansions > kMaxExpansions)
            return std::nullopt;
        std::string result;
        while (!text.empty()) {
            const auto percent = std::min(text.find('%'), text.size());
            result += text.substr(0, percent);
            text.remove_prefix(percent);
            if (text.empty())
                break;
            const auto close = text.find('%', 1);
            if (close == std::string_view::npos)
                return std::nullopt;
            const auto name = toLowerAscii(text.substr(1, close - 1));
            text.remove_prefix(close + 1);
            const auto value = valueOf(name, text, depth);
            if (!value || result.size() + value->size() > kMaxTargetBytes)
                return std::nullopt;
            result += *value;
        }
        return result.size() <= kMaxTargetBytes ? std::optional(std::move(result)) : std::nullopt;
    }

private:
    /// Consumes a function's argument from `rest`.
    std::optional<std::string>
    valueOf(const std::string& name, std::string_view& rest, int depth) const
    {
        if (name == "targ")
            return std::string(); // The folder that a debugger would copy to.
        if (name.starts_with("var")) {
            const auto number = parseDecimal(std::string_view(name).substr(3));
            if (number && *number >= 1 && *number <= m_fields.size())
                return std::string(m_fields[static_cast<std::size_t>(*number) - 1]);
        }
        if (name.starts_with("fn") && rest.starts_with('('))
            return call(name, rest, depth);
        const auto found = m_variables.find(name);
        return found == m_variables.end() ? std::nullopt : expand(found->second, depth + 1);
    }

    std::optional<std::string>
    call(const std::string& name, std::string_view& rest, int depth) const
    {
        const auto close = rest.find(')');
        if (close == std::string_view::npos)
            return std::nullopt;
        auto argument = expand(rest.substr(1, close - 1), depth + 1);
        rest.remove_prefix(close + 1);
        if (!argument)
            return std::nullopt;
        if (name == "fnbksl") {
            std::ranges::replace(*argument, '/', '\\');
            return argument;
        }
        if (name == "fnfile")
            return std::string(baseName(*argument));
        if (name != "fnvar")
            return std::nullopt;
        const auto found = m_variables.find(toLowerAscii(*argument));
        return found == m_variables.end() ? std::nullopt : expand(found->second, depth + 1);
    }

    const std::map<std::string, std::string_view, std::less<>>& m_variables;
    std::vector<std::string_view> m_fields;
    mutable int m_expansions = 0;
};

/// Perforce index lines: path*server*depot path*change.
std::optional<std::string> perforcePath(const std::vector<std::string_view>& fields)
{
    if (fields.size() < 4 || fields[2].empty())
        return std::nullopt;
    const bool isRooted = fields[2].starts_with("//");
    return concat(isRooted ? "" : "//", fields[2], "@", fields[3]);
}

} // namespace

std::optional<std::string_view> sourceServerVariable(std::string_view stream, std::string_view name)
{
    bool inSettings = false;
    for (const auto line : splitLines(stream)) {
        if (line.starts_with("SRCSRV: ")) {
            inSettings = partOf(line) == Part::Settings;
            continue;
        }
        const auto equals = line.find('=');
        if (inSettings && equals != std::string_view::npos &&
            equalsIgnoreCase(trimAscii(line.substr(0, equals)), name))
            return trimAscii(line.substr(equals + 1));
    }
    return std::nullopt;
}

std::optional<SourceServer> sourceServerOf(std::string_view stream)
{
    auto name = sourceServerVariable(stream, "VERCTRL");
    if (!name)
        name = sourceServerVariable(stream, "SRCSRVVERCTRL");
    if (!name)
        return std::nullopt;
    const auto lower = toLowerAscii(*name);
    if (lower.find("perforce") != std::string::npos)
        return SourceServer::Perforce;
    return lower.find("git") != std::string::npos ? SourceServer::Git : SourceServer::Other;
}

SourceServerIndex::SourceServerIndex(ByteView stream) : m_stream(std::move(stream))
{
    auto part = Part::None;
    for (const auto line : splitLines(m_stream.text())) {
        if (line.starts_with("SRCSRV: ")) {
            part = partOf(line);
            continue;
        }
        const auto equals = line.find('=');
        if (part == Part::Settings && equals != std::string_view::npos)
            m_variables.emplace(toLowerAscii(trimAscii(line.substr(0, equals))),
                                trimAscii(line.substr(equals + 1)));
        else if (part == Part::Files && line.find('*') != std::string_view::npos)
            m_files.emplace(normalPath(line.substr(0, line.find('*'))), trimAscii(line));
    }
}

std::optional<std::string> SourceServerIndex::target(std::string_view path) const
{
    const auto line = m_files.find(normalPath(path));
    if (line == m_files.end())
        return std::nullopt;
    auto fields = fieldsOf(line->second);
    if (sourceServerOf(m_stream.text()) == SourceServer::Perforce)
        return perforcePath(fields);
    const auto pattern = m_variables.find("srcsrvtrg");
    if (pattern == m_variables.end())
        return std::nullopt;
    auto target = Expansion(m_variables, std::move(fields)).expand(pattern->second);
    return target && isHttp(*target) ? target : std::nullopt;
}

} // namespace faultline::pdb

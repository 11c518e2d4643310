// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/query.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/library/triage_state.h"
#include "core/signature/pattern_set.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <optional>
#include <utility>

namespace faultline::library {

namespace {

constexpr std::size_t kMaxLineBytes = 4096;
constexpr std::size_t kMaxTerms = 64;

struct FieldInfo
{
    std::string_view name;
    QueryType type;
};

/// In the order of QueryField.
constexpr std::array kFields{
    FieldInfo{"id", QueryType::Number},
    FieldInfo{"sha256", QueryType::Text},
    FieldInfo{"path", QueryType::Text},
    FieldInfo{"kind", QueryType::Text},
    FieldInfo{"date", QueryType::Date},
    FieldInfo{"imported", QueryType::Date},
    FieldInfo{"product", QueryType::Text},
    FieldInfo{"version", QueryType::Text},
    FieldInfo{"build", QueryType::Text},
    FieldInfo{"channel", QueryType::Text},
    FieldInfo{"os", QueryType::Text},
    FieldInfo{"os_version", QueryType::Text},
    FieldInfo{"arch", QueryType::Text},
    FieldInfo{"device", QueryType::Text},
    FieldInfo{"process_type", QueryType::Text},
    FieldInfo{"reason", QueryType::Text},
    FieldInfo{"thread", QueryType::Text},
    FieldInfo{"signature", QueryType::Text},
    FieldInfo{"proto", QueryType::Text},
    FieldInfo{"group", QueryType::Number},
    FieldInfo{"top_function", QueryType::Text},
    FieldInfo{"in_app_function", QueryType::Text},
    FieldInfo{"stack.module", QueryType::Text},
    FieldInfo{"module", QueryType::Text},
    FieldInfo{"missing_module", QueryType::Text},
    FieldInfo{"threads", QueryType::Number},
    FieldInfo{"uptime", QueryType::Number},
    FieldInfo{"comment", QueryType::Text},
    FieldInfo{"annotation", QueryType::Text},
    FieldInfo{"quality", QueryType::Number},
    FieldInfo{"status", QueryType::Text},
    FieldInfo{"tag", QueryType::Text},
    FieldInfo{"assignee", QueryType::Text},
    FieldInfo{"ticket", QueryType::Text},
    FieldInfo{"customer", QueryType::Text},
    FieldInfo{"notes", QueryType::Text},
    FieldInfo{"batch", QueryType::Number},
    FieldInfo{"regression", QueryType::Flag},
};

static_assert(kFields.size() == static_cast<std::size_t>(kLastQueryField) + 1);

struct NamedOperator
{
    std::string_view sign;
    QueryOperator comparison;
};

/// Longer signs first.
constexpr std::array kOperators{
    NamedOperator{">=", QueryOperator::AtLeast}, NamedOperator{"<=", QueryOperator::AtMost},
    NamedOperator{">", QueryOperator::Greater},  NamedOperator{"<", QueryOperator::Less},
    NamedOperator{"~", QueryOperator::Contains}, NamedOperator{"=", QueryOperator::Equals},
    NamedOperator{"^", QueryOperator::Starts},   NamedOperator{"$", QueryOperator::Ends},
    NamedOperator{"@", QueryOperator::Matches},
};

/// The next word of the line, with quotes taken off; "\"" stands for a quote inside of them.
struct Word
{
    std::string text;
    std::size_t quotedFrom = std::string::npos; ///< Where quoted text begins.
};

Word takeWord(std::string_view& rest)
{
    Word word;
    bool isQuoted = false;
    std::size_t i = 0;
    for (; i < rest.size() && (isQuoted || (rest[i] != ' ' && rest[i] != '\t')); ++i) {
        if (isQuoted && rest[i] == '\\' && i + 1 < rest.size()) {
            word.text += rest[++i];
        } else if (rest[i] == '"') {
            isQuoted = !isQuoted;
            word.quotedFrom = std::min(word.quotedFrom, word.text.size());
        } else {
            word.text += rest[i];
        }
    }
    rest.remove_prefix(i);
    return word;
}

/// "2024-05-31" as Unix seconds in UTC.
std::optional<std::int64_t> parseDay(std::string_view text)
{
    if (text.size() != 10 || text[4] != '-' || text[7] != '-')
        return std::nullopt;
    const auto year = parseDecimal(text.substr(0, 4));
    const auto month = parseDecimal(text.substr(5, 2));
    const auto day = parseDecimal(text.substr(8, 2));
    if (!year || !month || !day)
        return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(*year)),
                                           std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*day))};
    if (!date.ok())
        return std::nullopt;
    return std::chrono::sys_seconds(std::chrono::sys_days(date)).time_since_epoch().count();
}

/// "-7d": so many days before now; also h, w, m (30 days) and y.
std::optional<std::int64_t> parseRelative(std::string_view text, std::int64_t now)
{
    constexpr std::array<std::pair<char, std::int64_t>, 5> kUnits{
        {{'h', 3600}, {'d', 86400}, {'w', 604800}, {'m', 2592000}, {'y', 31536000}}};
    constexpr std::uint64_t kMost = 100'000;
    if (text.size() < 3 || text.front() != '-')
        return std::nullopt;
    const auto* unit =
        std::ranges::find(kUnits, text.back(), &std::pair<char, std::int64_t>::first);
    const auto count = parseDecimal(text.substr(1, text.size() - 2));
    if (unit == kUnits.end() || !count || *count > kMost)
        return std::nullopt;
    return now - static_cast<std::int64_t>(*count) * unit->second;
}

/// Whole numbers; a day has its first and its last second.
struct NumberRange
{
    std::int64_t first = 0;
    std::int64_t last = 0;
};

std::optional<NumberRange> parseNumber(QueryType type, std::string_view text, std::int64_t now)
{
    if (type == QueryType::Date) {
        if (const auto day = parseDay(text))
            return NumberRange{*day, *day + kSecondsPerDay - 1};
        if (const auto relative = parseRelative(text, now))
            return NumberRange{*relative, *relative};
    }
    const auto number = parseDecimal(text);
    if (!number || *number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return std::nullopt;
    return NumberRange{static_cast<std::int64_t>(*number), static_cast<std::int64_t>(*number)};
}

std::size_t wordCount(std::string_view text)
{
    std::size_t count = 0;
    for (auto rest = trimAscii(text); !rest.empty(); rest = trimAscii(rest)) {
        rest.remove_prefix(std::min(rest.find(' '), rest.size()));
        ++count;
    }
    return count;
}

bool hasWords(std::string_view name, std::string_view words)
{
    const auto wanted = toLowerAscii(words);
    for (auto rest = trimAscii(wanted); !rest.empty(); rest = trimAscii(rest)) {
        const auto word = rest.substr(0, rest.find(' '));
        if (!name.contains(word))
            return false;
        rest.remove_prefix(word.size());
    }
    return true;
}

bool isRange(QueryOperator comparison)
{
    return comparison == QueryOperator::Less || comparison == QueryOperator::AtMost ||
           comparison == QueryOperator::Greater || comparison == QueryOperator::AtLeast;
}

class TermParser
{
public:
    explicit TermParser(std::int64_t now) : m_now(now) {}

    Result<QueryTerm> parse(QueryField field, std::string_view value, bool isQuoted)
    {
        QueryTerm term;
        term.field = field;
        if (!isQuoted && value.starts_with('!')) {
            term.isNegated = true;
            value.remove_prefix(1);
        }
        takeOperator(term, value, isQuoted);
        term.value = value;
        if (term.comparison == QueryOperator::Absent || term.comparison == QueryOperator::True)
            return term;
        FL_CHECK(settle(term));
        return term;
    }

private:
    static void takeOperator(QueryTerm& term, std::string_view& value, bool isQuoted)
    {
        if (isQuoted)
            return;
        if (value == "null" || value == "true") {
            term.comparison = value == "null" ? QueryOperator::Absent : QueryOperator::True;
            return;
        }
        for (const auto& [sign, comparison] : kOperators) {
            if (value.starts_with(sign)) {
                term.comparison = comparison;
                value.remove_prefix(sign.size());
                return;
            }
        }
    }

    Result<void> settle(QueryTerm& term) const
    {
        const auto type = queryType(term.field);
        const auto name = queryFieldName(term.field);
        if (term.field == QueryField::Status)
            FL_CHECK(checkStatus(term));
        if (type == QueryType::Flag)
            return fail(ErrorKind::Malformed, name, ": expected true or !true");
        const bool hasOrder = type != QueryType::Text || isVersionField(term.field);
        if (!hasOrder && isRange(term.comparison))
            return fail(ErrorKind::Malformed, name,
                        " is a text; <, <=, > and >= compare numbers and versions");
        if (isVersionField(term.field) && isRange(term.comparison) && term.value.empty())
            return fail(ErrorKind::Malformed, name, ": expected a version after the sign");
        if (term.comparison == QueryOperator::Words && wordCount(term.value) > kMaxTerms)
            return fail(ErrorKind::Malformed, name, ": more than ", kMaxTerms, " words");
        if (type == QueryType::Text && term.comparison == QueryOperator::Matches) {
            const auto pattern = signature::Pattern::compile(term.value);
            if (!pattern)
                return fail(ErrorKind::Malformed, name, ": ", pattern.error().detail);
        }
        return type == QueryType::Text ? Result<void>() : settleNumber(term, type);
    }

    /// A status that there is not would find nothing, as if no report had it.
    static Result<void> checkStatus(const QueryTerm& term)
    {
        if (term.comparison != QueryOperator::Equals && term.comparison != QueryOperator::Words)
            return {};
        std::string names;
        for (auto each = Status::New;; each = static_cast<Status>(std::to_underlying(each) + 1)) {
            const auto name = statusName(each);
            if (term.comparison == QueryOperator::Equals ? name == toLowerAscii(term.value)
                                                         : hasWords(name, term.value))
                return {};
            names += concat(names.empty() ? "" : ", ", name);
            if (each == Status::DuplicateOf)
                break;
        }
        return fail(ErrorKind::Malformed, "there is no status \"", excerpt(term.value),
                    "\"; statuses are ", names);
    }

    Result<void> settleNumber(QueryTerm& term, QueryType type) const
    {
        const auto name = queryFieldName(term.field);
        const auto number = parseNumber(type, term.value, m_now);
        if (!number)
            return fail(ErrorKind::Malformed, name, ": \"", excerpt(term.value), "\" is no ",
                        type == QueryType::Date ? "date such as 2024-05-31 or -7d" : "number");
        term.number = number->first;
        term.last = number->last;
        if (isRange(term.comparison))
            return {};
        if (term.comparison != QueryOperator::Words && term.comparison != QueryOperator::Equals)
            return fail(ErrorKind::Malformed, name,
                        " is a number; only =, <, <=, > and >= compare");
        term.comparison = QueryOperator::Equals;
        return {};
    }

    std::int64_t m_now;
};

/// A word that begins with the name of a field and a colon. "std::vector" does not: no field is
/// called "std".
struct Named
{
    std::string_view name;
    std::string_view value;
    bool isNegated = false;
};

std::optional<Named> namedOf(const Word& word)
{
    const std::string_view text = word.text;
    const auto colon = text.find(':');
    if (colon == std::string_view::npos || colon > word.quotedFrom ||
        text.substr(colon).starts_with("::"))
        return std::nullopt;
    Named named{.name = text.substr(0, colon), .value = text.substr(colon + 1)};
    if (named.name.starts_with('!') || named.name.starts_with('-')) {
        named.isNegated = true;
        named.name.remove_prefix(1);
    }
    return named;
}

} // namespace

std::string_view queryFieldName(QueryField field)
{
    return kFields[static_cast<std::size_t>(field)].name;
}

namespace {

std::string fieldNames()
{
    std::string names;
    for (const auto& field : kFields)
        names += concat(names.empty() ? "" : ", ", field.name);
    return names;
}

} // namespace

std::optional<QueryField> parseQueryField(std::string_view name)
{
    if (name == "system") // As people and the window call it.
        return QueryField::Os;
    const auto* found = std::ranges::find(kFields, name, &FieldInfo::name);
    return found == kFields.end() ? std::nullopt
                                  : std::optional(static_cast<QueryField>(found - kFields.begin()));
}

QueryType queryType(QueryField field)
{
    return kFields[static_cast<std::size_t>(field)].type;
}

bool isVersionField(QueryField field)
{
    return field == QueryField::Version || field == QueryField::OsVersion;
}

bool mustHold(const QueryTerm& term)
{
    return term.isNegated || term.comparison == QueryOperator::Less ||
           term.comparison == QueryOperator::AtMost || term.comparison == QueryOperator::Greater ||
           term.comparison == QueryOperator::AtLeast;
}

bool versionFulfils(std::string_view version, QueryOperator comparison, std::string_view other)
{
    if (version.empty())
        return false;
    switch (comparison) {
    case QueryOperator::Less: return !isVersionAtLeast(version, other);
    case QueryOperator::AtLeast: return isVersionAtLeast(version, other);
    case QueryOperator::Greater: return !isVersionAtLeast(other, version);
    case QueryOperator::AtMost: return isVersionAtLeast(other, version);
    default: return false;
    }
}

std::vector<QueryWord> queryWords(std::string_view line)
{
    std::vector<QueryWord> words;
    for (auto rest = trimAscii(line); !rest.empty(); rest = trimAscii(rest)) {
        const auto offset = static_cast<std::size_t>(rest.data() - line.data());
        const auto before = rest.size();
        takeWord(rest);
        words.push_back({.offset = offset, .length = before - rest.size()});
    }
    return words;
}

std::optional<QueryWord> wrongQueryWord(std::string_view line, std::int64_t now)
{
    if (line.size() > kMaxLineBytes)
        return std::nullopt;
    const auto words = queryWords(line);
    const auto wrong = std::ranges::find_if(words, [&](const QueryWord& word) {
        return !Query::parse(line.substr(word.offset, word.length), now);
    });
    return wrong == words.end() ? std::nullopt : std::optional(*wrong);
}

std::string queryTermText(QueryField field, std::string_view value)
{
    const auto name = std::string(queryFieldName(field));
    if (queryType(field) == QueryType::Flag)
        return name + (value == "0" ? ":!true" : ":true");
    if (value.empty())
        return name + ":null";
    std::string quoted;
    bool isPlain = true;
    for (const char c : value) {
        isPlain = isPlain && c != ' ' && c != '\t' && c != '"' && c != '\\';
        quoted += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    }
    return isPlain ? concat(name, ":=", value) : concat(name, ":=\"", quoted, "\"");
}

std::string withToggledWord(std::string_view line, std::string_view word)
{
    const auto opposite = word.starts_with('!') ? std::string(word.substr(1)) : concat('!', word);
    bool wasThere = false;
    std::string result;
    const auto append = [&result](std::string_view text) {
        result += result.empty() ? "" : " ";
        result += text;
    };
    for (const auto& [offset, length] : queryWords(line)) {
        const auto each = line.substr(offset, length);
        wasThere = wasThere || each == word;
        if (each != word && each != opposite)
            append(each);
    }
    if (!wasThere)
        append(word);
    return result;
}

Query withoutField(Query query, QueryField field)
{
    std::erase_if(query.terms, [field](const QueryTerm& term) { return term.field == field; });
    return query;
}

Result<Query> Query::parse(std::string_view line, std::int64_t now)
{
    if (line.size() > kMaxLineBytes)
        return fail(ErrorKind::Malformed, "a search of ", line.size(), " bytes, limit ",
                    kMaxLineBytes);
    Query query;
    TermParser terms(now);
    for (auto rest = trimAscii(line); !rest.empty(); rest = trimAscii(rest)) {
        const auto word = takeWord(rest);
        if (query.words.size() + query.terms.size() == kMaxTerms)
            return fail(ErrorKind::Malformed, "more than ", kMaxTerms, " terms");
        const auto named = namedOf(word);
        if (!named) {
            if (!word.text.empty())
                query.words.push_back(word.text);
            continue;
        }
        const auto field = parseQueryField(named->name);
        if (!field)
            return fail(ErrorKind::Malformed, "there is no field \"", excerpt(named->name),
                        "\"; fields are ", fieldNames());
        const auto valueAt = word.text.size() - named->value.size();
        FL_TRY(auto term, terms.parse(*field, named->value, word.quotedFrom == valueAt));
        term.isNegated = term.isNegated != named->isNegated;
        query.terms.push_back(std::move(term));
    }
    return query;
}

} // namespace faultline::library

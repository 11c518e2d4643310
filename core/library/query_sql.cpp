// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/query_sql.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <map>

namespace faultline::library {

namespace {

/// In the order of QueryField.
constexpr std::array kSqlFields{
    SqlField{.expression = "r.id"},
    SqlField{.expression = "r.sha256"},
    SqlField{.expression = "r.path"},
    SqlField{.expression = "r.kind"},
    SqlField{.expression = "coalesce(r.crashed_at, r.imported_at)"},
    SqlField{.expression = "r.imported_at"},
    SqlField{.expression = "r.product"},
    SqlField{.expression = "r.version"},
    SqlField{.expression = "r.build"},
    SqlField{.expression = "r.channel"},
    SqlField{.expression = "r.os"},
    SqlField{.expression = "r.os_version"},
    SqlField{.expression = "r.arch"},
    SqlField{.expression = "r.device"},
    SqlField{.expression = "r.process_type"},
    SqlField{.expression = "r.reason"},
    SqlField{.expression = "r.thread_name"},
    SqlField{.expression = "r.signature"},
    SqlField{.expression = "r.proto"},
    SqlField{.expression = "r.group_id"},
    SqlField{.expression = "r.top_function"},
    SqlField{.expression = "r.in_app_function"},
    SqlField{.expression = "x.name", .list = "report_modules", .restriction = "x.on_stack=1"},
    SqlField{.expression = "x.name", .list = "report_modules"},
    SqlField{.expression = "x.name", .list = "report_modules", .restriction = "x.missing=1"},
    SqlField{.expression = "r.thread_count"},
    SqlField{.expression = "r.uptime"},
    SqlField{.expression = "r.comment"},
    SqlField{.expression = "(x.key||'='||x.value)", .list = "report_annotations"},
    SqlField{.expression = "r.quality"},
    SqlField{.expression = "r.status"},
    SqlField{.expression = "x.tag", .list = "report_tags"},
    SqlField{.expression = "r.assignee"},
    SqlField{.expression = "r.ticket"},
    SqlField{.expression = "r.customer"},
    SqlField{.expression = "r.notes"},
    SqlField{.expression = "r.batch_id"},
    SqlField{.expression = "r.regression"},
};

static_assert(kSqlFields.size() == static_cast<std::size_t>(kLastQueryField) + 1);

class ConditionWriter
{
public:
    SqlCondition write(const Query& query)
    {
        addWords(query.words);
        std::map<QueryField, std::vector<const QueryTerm*>> byField;
        for (const auto& term : query.terms)
            byField[term.field].push_back(&term);
        for (const auto& [field, terms] : byField)
            addField(terms);
        return {m_all.empty() ? "1" : m_all, std::move(m_values)};
    }

private:
    void addCondition(const std::string& condition)
    {
        m_all += (m_all.empty() ? "(" : " AND (") + condition + ")";
    }

    /// Each word is one phrase of the text index, in which quotes are doubled.
    void addWords(const std::vector<std::string>& words)
    {
        std::string match;
        for (const auto& word : words) {
            const bool hasToken = std::ranges::any_of(
                word, [](unsigned char c) { return c >= 0x80 || std::isalnum(c) != 0; });
            if (!hasToken)
                continue;
            match += match.empty() ? "\"" : " \"";
            for (const char c : word)
                match += c == '"' ? std::string("\"\"") : std::string(1, c == '\0' ? ' ' : c);
            match += "\"*";
        }
        if (match.empty())
            return;
        m_values.emplace_back(match);
        addCondition("r.id IN (SELECT rowid FROM report_text WHERE report_text MATCH ?)");
    }

    /// Ranges and negations must all hold; of the others one.
    void addField(const std::vector<const QueryTerm*>& terms)
    {
        std::string any;
        std::vector<const QueryTerm*> alternatives;
        for (const auto* term : terms) {
            const bool isBound = term->isNegated || term->comparison == QueryOperator::Less ||
                                 term->comparison == QueryOperator::AtMost ||
                                 term->comparison == QueryOperator::Greater ||
                                 term->comparison == QueryOperator::AtLeast;
            if (isBound)
                addCondition(conditionOf(*term));
            else
                alternatives.push_back(term);
        }
        for (const auto* term : alternatives)
            any += (any.empty() ? "" : " OR ") + conditionOf(*term);
        if (!any.empty())
            addCondition(any);
    }

    std::string conditionOf(const QueryTerm& term)
    {
        const auto field = sqlFieldOf(term.field);
        std::string condition;
        if (field.list == nullptr) {
            condition = comparison(term, field.expression);
        } else {
            const bool isAbsent = term.comparison == QueryOperator::Absent;
            condition = concat(isAbsent ? "NOT " : "", "EXISTS(SELECT 1 FROM ", field.list,
                               " x WHERE x.report_id=r.id AND ", field.restriction, " AND ",
                               isAbsent ? "1" : comparison(term, field.expression), ")");
        }
        return term.isNegated ? "NOT (" + condition + ")" : condition;
    }

    std::string comparison(const QueryTerm& term, const std::string& expression)
    {
        if (term.comparison == QueryOperator::Absent)
            return queryType(term.field) == QueryType::Text ? expression + "=''"
                                                            : expression + " IS NULL";
        if (term.comparison == QueryOperator::True)
            return concat("coalesce(", expression, ",'') NOT IN ('', 0)");
        return queryType(term.field) == QueryType::Text ? textComparison(term, expression)
                                                        : numberComparison(term, expression);
    }

    std::string textComparison(const QueryTerm& term, const std::string& expression)
    {
        const auto place = [&] {
            m_values.emplace_back(term.value);
            return std::string("?");
        };
        switch (term.comparison) {
        case QueryOperator::Equals: return expression + "=" + place();
        case QueryOperator::Contains:
            return concat("instr(lower(", expression, "),lower(", place(), "))>0");
        case QueryOperator::Starts: {
            const auto first = place();
            return concat("substr(", expression, ",1,length(", first, "))=", place());
        }
        case QueryOperator::Ends: {
            const auto first = place();
            return concat("substr(", expression, ",-max(1,length(", first, ")))=", place());
        }
        case QueryOperator::Matches: return concat("fl_matches(", place(), ",", expression, ")");
        case QueryOperator::Less: return versionComparison("NOT ", expression, place());
        case QueryOperator::AtLeast: return versionComparison("", expression, place());
        case QueryOperator::Greater: return versionComparison("NOT ", place(), expression);
        case QueryOperator::AtMost: return versionComparison("", place(), expression);
        default: return wordsComparison(term, expression);
        }
    }

    /// Nothing is less or greater than no version, so one side must not be empty.
    static std::string
    versionComparison(const char* negation, const std::string& a, const std::string& b)
    {
        const auto& column = a == "?" ? b : a;
        return concat("(", column, "<>'' AND ", negation, "fl_is_version_at_least(", a, ",", b,
                      "))");
    }

    std::string wordsComparison(const QueryTerm& term, const std::string& expression)
    {
        std::string all = "1";
        for (std::string_view rest = trimAscii(term.value); !rest.empty(); rest = trimAscii(rest)) {
            const auto end = std::min(rest.find(' '), rest.size());
            m_values.emplace_back(std::string(rest.substr(0, end)));
            all += concat(" AND instr(lower(", expression, "),lower(?))>0");
            rest.remove_prefix(end);
        }
        return "(" + all + ")";
    }

    std::string numberComparison(const QueryTerm& term, const std::string& expression)
    {
        const auto with = [&](const char* sign, std::int64_t number) {
            m_values.emplace_back(number);
            return concat(expression, sign, "?");
        };
        switch (term.comparison) {
        case QueryOperator::Less: return with("<", term.number);
        case QueryOperator::AtMost: return with("<=", term.last);
        case QueryOperator::Greater: return with(">", term.last);
        case QueryOperator::AtLeast: return with(">=", term.number);
        default: break;
        }
        if (term.number == term.last)
            return with("=", term.number);
        const auto first = with(">=", term.number);
        return concat(first, " AND ", with("<=", term.last));
    }

    std::string m_all;
    std::vector<SqlValue> m_values;
};

} // namespace

SqlField sqlFieldOf(QueryField field)
{
    return kSqlFields[static_cast<std::size_t>(field)];
}

SqlCondition conditionOf(const Query& query)
{
    return ConditionWriter().write(query);
}

} // namespace faultline::library

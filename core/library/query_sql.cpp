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
    explicit ConditionWriter(SqlDialect& dialect) : m_dialect(dialect) {}

    Result<SqlCondition> write(const Query& query)
    {
        FL_CHECK(addWords(query.words));
        std::map<QueryField, std::vector<const QueryTerm*>> byField;
        for (const auto& term : query.terms)
            byField[term.field].push_back(&term);
        for (const auto& [field, terms] : byField)
            FL_CHECK(addField(terms));
        return SqlCondition{m_all.empty() ? "TRUE" : m_all, std::move(m_values)};
    }

private:
    void addCondition(const std::string& condition)
    {
        m_all += (m_all.empty() ? "(" : " AND (") + condition + ")";
    }

    Result<void> addWords(const std::vector<std::string>& words)
    {
        std::vector<std::string> known;
        for (const auto& word : words) {
            const bool hasToken = std::ranges::any_of(
                word, [](unsigned char c) { return c >= 0x80 || std::isalnum(c) != 0; });
            if (hasToken)
                known.push_back(word);
        }
        if (known.empty())
            return {};
        FL_TRY(const auto condition, m_dialect.hasWords(known, m_values));
        addCondition(condition);
        return {};
    }

    /// Ranges and negations must all hold; of the others one.
    Result<void> addField(const std::vector<const QueryTerm*>& terms)
    {
        std::string any;
        std::vector<const QueryTerm*> alternatives;
        for (const auto* term : terms) {
            if (!mustHold(*term)) {
                alternatives.push_back(term);
                continue;
            }
            FL_TRY(const auto condition, conditionOf(*term));
            addCondition(condition);
        }
        for (const auto* term : alternatives) {
            FL_TRY(const auto condition, conditionOf(*term));
            any += (any.empty() ? "" : " OR ") + condition;
        }
        if (!any.empty())
            addCondition(any);
        return {};
    }

    Result<std::string> conditionOf(const QueryTerm& term)
    {
        const auto field = sqlFieldOf(term.field);
        std::string condition = "TRUE";
        const bool isListAbsent = field.list != nullptr && term.comparison == QueryOperator::Absent;
        if (!isListAbsent) {
            FL_TRY(condition, comparison(term, field));
        }
        if (field.list != nullptr)
            condition = concat(isListAbsent ? "NOT " : "", "EXISTS(SELECT 1 FROM ", field.list,
                               " x WHERE x.report_id=r.id AND ", field.restriction, " AND ",
                               condition, ")");
        return term.isNegated ? "NOT (" + condition + ")" : condition;
    }

    Result<std::string> comparison(const QueryTerm& term, const SqlField& field)
    {
        const std::string expression = field.expression;
        const bool isText = queryType(term.field) == QueryType::Text;
        switch (term.comparison) {
        case QueryOperator::Absent: return expression + (isText ? "=''" : " IS NULL");
        case QueryOperator::True:
            return isText ? expression + "<>''" : concat("coalesce(", expression, ",0)<>0");
        case QueryOperator::Matches:
            if (isText)
                return m_dialect.matches(field, term.value, m_values);
            break;
        case QueryOperator::Less:
        case QueryOperator::AtMost:
        case QueryOperator::Greater:
        case QueryOperator::AtLeast:
            if (isText)
                return m_dialect.comparesVersion(field, term.comparison, term.value, m_values);
            break;
        default: break;
        }
        return isText ? textComparison(term, expression) : numberComparison(term, expression);
    }

    std::string textComparison(const QueryTerm& term, const std::string& expression)
    {
        switch (term.comparison) {
        case QueryOperator::Equals: addValues(term.value, 1); return expression + "=?";
        case QueryOperator::Contains:
            addValues(term.value, 1);
            return m_dialect.contains(expression);
        case QueryOperator::Starts:
            addValues(term.value, 2);
            return concat("substr(", expression, ",1,length(?))=?");
        case QueryOperator::Ends: addValues(term.value, 2); return m_dialect.endsWith(expression);
        default: return wordsComparison(term, expression);
        }
    }

    void addValues(const std::string& value, std::size_t count)
    {
        m_values.insert(m_values.end(), count, value);
    }

    std::string wordsComparison(const QueryTerm& term, const std::string& expression)
    {
        std::string all = "TRUE";
        for (std::string_view rest = trimAscii(term.value); !rest.empty(); rest = trimAscii(rest)) {
            const auto end = std::min(rest.find(' '), rest.size());
            addValues(std::string(rest.substr(0, end)), 1);
            all += " AND " + m_dialect.contains(expression);
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

    SqlDialect& m_dialect;
    std::string m_all;
    std::vector<SqlValue> m_values;
};

} // namespace

SqlField sqlFieldOf(QueryField field)
{
    return kSqlFields[static_cast<std::size_t>(field)];
}

Result<SqlCondition> conditionOf(const Query& query, SqlDialect& dialect)
{
    return ConditionWriter(dialect).write(query);
}

} // namespace faultline::library

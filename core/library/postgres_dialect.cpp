// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/postgres_dialect.h"

#include "core/base/text.h"

#include <set>

namespace faultline::library {

namespace {

/// A tsvector's word has 2 KB at most, and all together 1 MB (PostgreSQL's manual, "Limitations"
/// of text search).
constexpr std::size_t kMaxLexemeBytes = 500;
constexpr std::size_t kMaxLexemesBytes = 512 << 10;
/// Stands for the words that had no room. No text has it, because it is no letter.
constexpr const char* kMoreWords = "'*'";
constexpr std::size_t kMaxKeptBytes = 32 << 20;

/// Words have letters and digits only, so nothing in them needs to be escaped.
std::string lexemeOf(const std::string& word)
{
    auto size = std::min(word.size(), kMaxLexemeBytes);
    while (size < word.size() && (static_cast<unsigned char>(word[size]) & 0xc0) == 0x80)
        --size;
    return concat("'", word.substr(0, size), "'");
}

std::string phraseOf(const std::vector<std::string>& words)
{
    std::string phrase;
    for (const auto& word : words)
        phrase += ' ' + word;
    return phrase;
}

/// Finds texts that have all words, the last of them as a beginning.
std::string queryOf(const std::vector<std::string>& words)
{
    std::string all;
    for (const auto& word : words)
        all += (all.empty() ? "" : " & ") + lexemeOf(word);
    return concat("(", all, ":*) | ", kMoreWords);
}

/// As an element of an array in SQL.
void appendElement(std::string& array, const std::string& value)
{
    array += array.size() == 1 ? "\"" : ",\"";
    for (const char c : value) {
        if (c == '"' || c == '\\')
            array += '\\';
        array += c;
    }
    array += '"';
}

} // namespace

PostgresText indexedText(const std::vector<std::string>& words)
{
    PostgresText text{.words = phraseOf(words), .lexemes = {}};
    for (const auto& word : std::set(words.begin(), words.end())) {
        if (text.lexemes.size() > kMaxLexemesBytes) {
            text.lexemes += kMoreWords;
            break;
        }
        text.lexemes += lexemeOf(word) + ' ';
    }
    return text;
}

std::string PostgresDialect::contains(const std::string& expression) const
{
    return concat("strpos(lower(", expression, "),lower(? COLLATE \"C\"))>0");
}

std::string PostgresDialect::endsWith(const std::string& expression) const
{
    return concat("right(", expression, ",greatest(1,length(?)))=?");
}

Result<std::string> PostgresDialect::arrayOf(const SqlField& field, const ValueTest& test)
{
    const auto from = field.list == nullptr ? std::string("reports r") : concat(field.list, " x");
    FL_TRY(auto statement,
           m_connection.prepare(concat("SELECT DISTINCT ", field.expression, " FROM ", from,
                                       " WHERE ", field.restriction)));
    std::string array = "{";
    for (;;) {
        FL_TRY(const bool hasRow, statement->step());
        if (!hasRow)
            return array + '}';
        if (const auto value = statement->text(0); test(value))
            appendElement(array, value);
    }
}

Result<std::string> PostgresDialect::isAmongValues(const SqlField& field,
                                                   const std::string& condition,
                                                   const ValueTest& test,
                                                   std::vector<SqlValue>& values)
{
    FL_TRY(const auto change, m_connection.number("SELECT CAST(value AS BIGINT) FROM library_meta "
                                                  "WHERE key='change'"));
    if (change.value_or(0) != m_change || m_keptBytes > kMaxKeptBytes) {
        m_arrays.clear();
        m_keptBytes = 0;
    }
    m_change = change.value_or(0);
    const auto key = concat(field.expression, '\n', field.list == nullptr ? "" : field.list, '\n',
                            field.restriction, '\n', condition);
    auto found = m_arrays.find(key);
    if (found == m_arrays.end()) {
        FL_TRY(auto array, arrayOf(field, test));
        m_keptBytes += key.size() + array.size();
        found = m_arrays.emplace(key, std::move(array)).first;
    }
    values.emplace_back(found->second);
    return concat(field.expression, "=ANY(CAST(? AS TEXT[]))");
}

Result<std::string> PostgresDialect::matches(const SqlField& field,
                                             const std::string& pattern,
                                             std::vector<SqlValue>& values)
{
    const auto test = [&](std::string_view value) { return m_patterns.matches(pattern, value); };
    return isAmongValues(field, pattern, test, values);
}

Result<std::string> PostgresDialect::comparesVersion(const SqlField& field,
                                                     QueryOperator comparison,
                                                     const std::string& version,
                                                     std::vector<SqlValue>& values)
{
    const auto test = [&](std::string_view value) {
        return versionFulfils(value, comparison, version);
    };
    return isAmongValues(field, concat("version ", static_cast<int>(comparison), ' ', version),
                         test, values);
}

/// Words without a letter count as much as they do in SQLite's index: beside others nothing, and
/// alone they find nothing.
Result<std::string> PostgresDialect::hasWords(const std::vector<std::string>& words,
                                              std::vector<SqlValue>& values)
{
    std::string all;
    for (const auto& word : words) {
        const auto parts = m_tokenizer.words(word);
        if (parts.empty())
            continue;
        values.emplace_back(queryOf(parts));
        values.emplace_back(phraseOf(parts));
        all += concat(all.empty() ? "" : " AND ",
                      "r.id IN (SELECT report_id FROM report_text WHERE lexemes @@ CAST(? AS "
                      "TSQUERY) AND strpos(words,?)>0)");
    }
    return all.empty() ? std::string("FALSE") : all;
}

} // namespace faultline::library

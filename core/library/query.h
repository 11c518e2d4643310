// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::library {

/// How a term compares (docs/spec/workbench.md §7; the meanings of Socorro's search).
enum class QueryOperator : std::uint8_t {
    Words,    ///< All words are in it, whatever their case.
    Contains, ///< "~"
    Equals,   ///< "="
    Starts,   ///< "^"
    Ends,     ///< "$"
    Matches,  ///< "@": regular expression.
    Less,     ///< "<", of numbers, dates and versions.
    AtMost,   ///< "<="
    Greater,  ///< ">"
    AtLeast,  ///< ">="
    Absent,   ///< "null": the field has no value.
    True      ///< "true", of flags.
};

/// Everything that can be searched and counted.
enum class QueryField : std::uint8_t {
    Id,
    Sha256,
    Path,
    Kind,
    Date, ///< Of the crash.
    Imported,
    Product,
    Version,
    Build,
    Channel,
    Os,
    OsVersion,
    Arch,
    Device,
    ProcessType,
    Reason,
    Thread,
    Signature,
    Proto,
    Group,
    TopFunction,
    InAppFunction,
    StackModule, ///< Modules of the leading stack.
    Module,      ///< All modules.
    MissingModule,
    Threads,
    Uptime,
    Comment,
    Annotation, ///< "KEY=VALUE"
    Quality,
    Status,
    Tag,
    Assignee,
    Ticket,
    Customer,
    Notes,
    Batch,
    Regression
};

inline constexpr QueryField kLastQueryField = QueryField::Regression;

enum class QueryType : std::uint8_t { Text, Number, Date, Flag };

/// "signature", "stack.module", …
std::string_view queryFieldName(QueryField field);
std::optional<QueryField> parseQueryField(std::string_view name);
QueryType queryType(QueryField field);
/// Is it a text whose values have an order, which <, <=, > and >= compare (isVersionAtLeast())?
bool isVersionField(QueryField field);

/// Does a version stand to another one as Less, AtMost, Greater or AtLeast says? Nothing is less or
/// greater than no version.
bool versionFulfils(std::string_view version, QueryOperator comparison, std::string_view other);

inline constexpr std::int64_t kSecondsPerDay = 86'400;

/// One chip of a search line.
struct QueryTerm
{
    QueryField field = QueryField::Signature;
    QueryOperator comparison = QueryOperator::Words;
    std::string value;
    std::int64_t number = 0; ///< Of numbers; of dates in Unix seconds.
    std::int64_t last = 0;   ///< The last second of a day; otherwise like number.
    bool isNegated = false;
};

/// Must the term hold, whatever other terms on its field say? Otherwise one of those that need not
/// is enough.
bool mustHold(const QueryTerm& term);

/// A search line. Terms on one field are joined by "or" (ranges and negations by "and"), fields by
/// "and". Bare words are looked for in signatures, functions, comments and notes.
struct Query
{
    std::vector<std::string> words;
    std::vector<QueryTerm> terms;

    /// `now` in Unix seconds is what relative dates ("date:>-7d") count from. Errors: Malformed (an
    /// unknown field, a value that is no number or date, a wrong regular expression, more than 64
    /// terms or words of one term, a line of more than 4096 bytes).
    static Result<Query> parse(std::string_view line, std::int64_t now);
};

/// Where a word of a search line stands, with its quotes, in bytes.
struct QueryWord
{
    std::size_t offset = 0;
    std::size_t length = 0;
};

/// The words of a search line in their order; a term is one word.
std::vector<QueryWord> queryWords(std::string_view line);

/// The first word of the line that Query::parse() refuses by itself; absent when there is none,
/// because the line is right or only too long.
std::optional<QueryWord> wrongQueryWord(std::string_view line, std::int64_t now);

/// The word that finds exactly this value of a field: `version:=4.2`, `os:="Windows 11"`,
/// `tag:null` for no value.
std::string queryTermText(QueryField field, std::string_view value);

/// The line with this word at its end, or without it if it was there. Its opposite, with or without
/// a leading "!", goes in any case.
std::string withToggledWord(std::string_view line, std::string_view word);

/// The query without its terms on a field.
Query withoutField(Query query, QueryField field);

} // namespace faultline::library

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/library/library_store.h"
#include "core/query/crash.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace faultline::query {

/// How texts of the crash appear in an answer.
enum class Texts : std::uint8_t {
    AsTheyAre,
    Escaped ///< Control and bidirectional characters become visible escapes (escapeControls()).
};

/// Whether members of an object that are null, an empty text, list or object are written.
enum class Empties : std::uint8_t { Kept, LeftOut };

/// How the parts of an answer are written.
enum class Form : std::uint8_t {
    Whole, ///< As docs/report.schema.json and docs/query.schema.json have them.
    /// For readers that pay for each byte: values of the process as lines ("n: int = 3"), and lists
    /// of objects as tables, whose first row has the names.
    Short
};

/// How much of an answer is written.
struct Page
{
    std::uint64_t first = 0;              ///< Elements of a list from this number on.
    std::uint64_t most = 100;             ///< At most kMostElements.
    std::uint64_t maxBytes = 64 * 1024;   ///< Of JSON, at most kMostAnswerBytes.
    std::optional<std::uint32_t> depth{}; ///< Levels of lists and objects; deeper ones are counted.
                                          ///< Absent: two in a list, three otherwise.
    std::uint32_t valueDepth = 1;         ///< Levels of parts below a value of the process.
    Texts texts = Texts::AsTheyAre;
    Empties empties = Empties::Kept; ///< Not of values of the process.
    Form form = Form::Whole;
};

constexpr std::uint64_t kMostElements = 10'000;
constexpr std::uint64_t kMostAnswerBytes = 16u << 20;
constexpr std::uint64_t kMostTextBytes = 8192; ///< Of one text; longer ones end with "…".
constexpr std::uint64_t kMostSteps = 1'000'000;
constexpr std::uint64_t kMostQuestions = 1000; ///< To the engine.

/// What a query may ask beyond its crash.
struct Surroundings
{
    /// The report of another crash, by what the user calls it. Errors: NotFound, and those of
    /// opening it.
    std::function<Result<ReportPtr>(const std::string& name)> otherReport{};
    /// Opens the library of reports. Errors: those of opening it.
    std::function<Result<std::unique_ptr<library::LibraryStore>>()> openReports{};
};

struct Answer
{
    std::string json;                     ///< One value.
    std::optional<std::uint64_t> total{}; ///< Elements of the whole list.
    std::optional<std::uint64_t> next{};  ///< The first element that the next page has.
    bool isCut = false; ///< Something was left out for its size: "omitted" says how many.
};

/// Evaluates an expression (docs/scripting.md). Without a crash only `library(…)` and
/// `library_groups(…)` have an answer. Work and memory are bounded. Errors: Malformed (the
/// expression), NotFound (there is no such member, value or file), TooLarge (a limit, which the
/// text names), Unsupported (an operation on something else), Cancelled, Internal.
Result<Answer> evaluate(const Crash* crash,
                        std::string_view expression,
                        const Page& page,
                        const Surroundings& surroundings,
                        const std::stop_token& stop);

/// The answer as lines of English text: values by themselves, members and elements indented.
std::string answerText(const Answer& answer);

} // namespace faultline::query

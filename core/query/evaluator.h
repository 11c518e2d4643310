// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/expression.h"
#include "core/query/item.h"
#include "core/query/query.h"
#include "core/query/wait_list.h"

namespace faultline::query {

/// What one evaluation works with, and what it has used up.
class Evaluation
{
public:
    Evaluation(const Crash* crash,
               const Page& page,
               const Surroundings& surroundings,
               const std::stop_token& stop)
        : m_crash(crash), m_page(page), m_surroundings(surroundings), m_stop(stop)
    {
    }

    /// Errors: NotFound (there is none).
    Result<const Crash*> crash() const;

    const Page& page() const { return m_page; }

    const Surroundings& surroundings() const { return m_surroundings; }

    const std::stop_token& stop() const { return m_stop; }

    /// Counts work. Errors: TooLarge, Cancelled.
    Result<void> step(std::uint64_t count = 1);

    /// Asks the engine. Errors: those of Crash::ask(), TooLarge.
    Result<engine::Inspection> ask(engine::Question question);
    /// Reads values. Errors: those of Crash::values(), TooLarge.
    Result<std::vector<Variable>> values(const ValueQuestion& question);

    /// Those of the threads of `report`, which is read once.
    const WaitList& waits(const std::shared_ptr<const json::JsonDocument>& report);

    /// What was read begins with the page's first element already, and has `count` elements.
    void setPaged(std::uint64_t count, bool hasMore)
    {
        m_pagedCount = count;
        m_pagedHasMore = hasMore;
    }

    /// Absent unless setPaged() was called: are there more elements after what was read?
    std::optional<bool> pagedHasMore() const { return m_pagedHasMore; }

    std::uint64_t pagedCount() const { return m_pagedCount; }

private:
    const Crash* m_crash;
    const Page& m_page;
    const Surroundings& m_surroundings;
    const std::stop_token& m_stop;
    std::uint64_t m_steps = 0;
    std::uint64_t m_questions = 0;
    std::uint64_t m_pagedCount = 0;
    std::optional<bool> m_pagedHasMore;
    std::optional<WaitList> m_waits;
};

/// The value of an expression. Errors: those of evaluate().
Result<Item> itemOf(Evaluation& evaluation, const Expression& expression);

/// An element of a list by its index; a negative one counts from the end. Of a value of the process
/// a part, which is read later. Errors: NotFound (there is no such element), Unsupported (it has no
/// elements).
Result<Item> elementOf(const Item& item, std::int64_t index);

/// What a container of the process has at a key, which is read later. Errors: Unsupported (the key
/// cannot stand in an expression).
Result<Item> keyedPart(const ValueItem& value, const std::string& key);

/// A member with what the evaluation adds: a thread's frames and waits, a frame's variables and
/// registers. Absent when there is none.
Result<std::optional<Item>>
memberOf(Evaluation& evaluation, const Item& item, const std::string& name);

/// What a reader needs first: cause, instruction, system, signature, and which modules of the
/// leading stack lack files.
Result<Item> summaryOf(Evaluation& evaluation, const Item& report);

/// The function that a thread is in: that of its key frame. Absent without a name.
std::optional<Item> keyFunction(const Crash& crash, std::uint64_t thread);

/// Calls a function of the language. Errors: Malformed (no such function, wrong arguments), and
/// those of evaluate().
Result<Item> callFunction(Evaluation& evaluation, const Expression& call);

/// The instructions around a place, which is empty for the frame's own: as many before and after it
/// as `around` says, otherwise all that the engine gives. Errors: those of asking, NotFound (there
/// is no code).
Result<Item> codeAt(Evaluation& evaluation,
                    RowPlace row,
                    std::string place,
                    std::optional<std::uint64_t> around = {});

/// The address that an item names: a number, a text such as "rsp+0x20", or a pointer of the
/// process. Errors: Unsupported.
Result<std::string> placeText(Evaluation& evaluation, const Item& item);

/// Writes the answer. Errors: those of reading values.
Result<Answer> writeAnswer(Evaluation& evaluation, const Item& item);

} // namespace faultline::query

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "core/engine/inspection.h"
#include "core/json/json_document.h"
#include "core/model/report.h"
#include "core/redact/redact.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::query {

/// A row of a stack.
struct RowPlace
{
    std::uint32_t thread = 0; ///< Index into Event::threads.
    std::uint32_t row = 0;    ///< Index into ThreadStack::frames.

    friend bool operator==(const RowPlace&, const RowPlace&) = default;
};

/// Values of a frame, or of the whole program.
struct ValueQuestion
{
    RowPlace place = {};
    engine::VariablesQuestion::Scope scope = engine::VariablesQuestion::Scope::Frame;
    std::string expression = {}; ///< Empty: the variables of the frame.
    std::string follow = {};     ///< Members that join a list or tree; see VariablesQuestion.
    bool isParts = false;        ///< The parts of the value, instead of the value.
    /// The value whose parts isParts asks for. Each number leads from a value to one of its parts,
    /// the first one from the value of the expression; no numbers lead to that value itself.
    std::vector<std::uint64_t> path = {};
    std::uint64_t first = 0; ///< Parts or objects from this number on.
    std::uint64_t most = 64;
    std::uint32_t depth = 0; ///< Levels of parts below each value.
    std::uint32_t items = 64;
};

/// An open crash, read-only: its report as a profile shows it, and the engine's answers to what the
/// report does not say. Immutable; thread-safe. Closes the event at its end.
class Crash
{
public:
    /// The engine must outlive it and keep the event open. `name` is for people.
    Crash(engine::Engine& engine,
          engine::KeptEvent event,
          std::string name,
          redact::Profile profile);
    ~Crash();
    Crash(const Crash&) = delete;
    Crash& operator=(const Crash&) = delete;

    const std::string& name() const { return m_name; }

    redact::Profile profile() const { return m_profile; }

    /// Never null.
    const ReportPtr& report() const { return m_report; }

    /// What the profile has removed from the report.
    const std::vector<redact::Removed>& removed() const { return m_removed; }

    /// The report as docs/report.schema.json describes it, with candidates. It is made when it is
    /// first needed. Errors: TooLarge (more values than a document may have).
    Result<std::shared_ptr<const json::JsonDocument>> document() const;

    /// The leading thread's first row.
    RowPlace firstRow() const;

    /// Answers of the engine, with their texts and bytes: answer() of core/query/inspection_json.h
    /// removes what the profile does not show. Errors: Cancelled, Internal.
    Result<engine::Inspection> ask(engine::Question question, const std::stop_token& stop) const;

    /// The place of a row as the engine counts it. Errors: NotFound (no such thread or row).
    Result<engine::FramePlace> framePlace(RowPlace place) const;

    /// Values as the profile shows them; those of an expression that cannot be followed are an
    /// error. Errors: NotFound (no such row, no memory, no debug info, no such value), Cancelled,
    /// Internal.
    Result<std::vector<Variable>> values(const ValueQuestion& question,
                                         const std::stop_token& stop) const;

private:
    std::vector<Variable> shown(std::vector<Variable> variables) const;

    engine::Engine& m_engine;
    engine::EventId m_event;
    std::string m_name;
    redact::Profile m_profile;
    ReportPtr m_report;
    std::vector<redact::Removed> m_removed;
    mutable std::mutex m_mutex; // Guards the next member.
    mutable std::shared_ptr<const json::JsonDocument> m_document;
};

} // namespace faultline::query

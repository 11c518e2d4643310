// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/library/library_desk.h"
#include "ui/models/rules_model.h"

#include <QList>
#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace faultline::ui {

/// The rules by which reports are grouped, as a page edits them: what edited ones would do to the
/// open report and to the library, before anything is changed. GUI thread only.
class RulesSession final : public QObject
{
    Q_OBJECT

public:
    enum class State {
        Nothing, ///< They were not asked for.
        Reading,
        Ready,
        Failed ///< With problem().
    };

    /// What is known of the edited rules' effect on the library.
    enum class Check {
        None, ///< There is no library.
        Checking,
        Done,
        Failed, ///< With checkProblem().
        Applying
    };

    /// A line that is no rule.
    struct Problem
    {
        int line = 0; ///< Counted from 1.
        QString text;
    };

    static constexpr int kLists = int(signature::kListCount);

    /// `desk` must outlive the session.
    explicit RulesSession(engine::LibraryDesk& desk, QObject* parent = nullptr);
    ~RulesSession() override;

    /// Reads the rules in force. Edits that were not applied stay.
    void open();
    /// The report whose frames are explained; null for none.
    void setReport(const QString& name, std::shared_ptr<const Report> report);

    State state() const { return m_state; }

    QString problem() const { return m_problem; }

    bool canChange() const { return m_rules.canChange; }

    /// "frame_rules", …: the file's name without ".txt".
    static QString listName(int list);
    QString shippedText(int list) const;
    /// The edited text of a list.
    QString ownText(int list) const;
    void setOwnText(int list, const QString& text);
    /// Does any list differ from the one in force?
    bool isEdited() const;
    void discard();

    QList<Problem> problems(int list) const;
    bool hasProblems() const;

    Check check() const { return m_check; }

    QString checkProblem() const { return m_checkProblem; }

    quint64 checkedReports() const { return m_checked; }

    quint64 reports() const { return m_reports; }

    quint64 movedReports() const { return m_preview.moved; }

    quint64 keptReports() const { return m_preview.kept; }

    quint64 splits() const { return m_preview.splits; }

    quint64 merges() const { return m_preview.merges; }

    RuleMoveModel& moves() { return m_moves; }

    RuleTraceModel& trace() { return m_trace; }

    /// The file of the report that is explained; empty without one.
    QString reportName() const { return m_reportName; }

    QString signatureNow() const { return m_now; }

    QString signatureThen() const { return m_then; }

    /// Writes the edited rules and signs the library by them.
    void apply();

    /// Can the rules before the last apply() be put in force again?
    bool canRevert() const { return m_former.has_value() && m_check != Check::Applying; }

    void revert();

    void take(const engine::LibraryRules& rules);
    void take(const engine::LibraryTrial& trial);
    void take(const engine::LibrarySignPreview& preview);
    void take(const engine::LibraryRulesApplied& applied);

Q_SIGNALS:
    void changed();
    /// The texts are others than those that the editor has.
    void textsChanged();
    void applied(const QString& message, bool isFailure);

private:
    void tryNow();
    void apply(signature::RuleLayer rules);

    engine::LibraryDesk& m_desk;
    State m_state = State::Nothing;
    QString m_problem;
    engine::LibraryRules m_rules;
    signature::RuleLayer m_edited;
    std::optional<signature::RuleLayer> m_former;   ///< Before the last apply().
    std::optional<signature::RuleLayer> m_replaced; ///< By the apply() that runs.
    std::optional<engine::OpenReport> m_report;
    QString m_reportName;
    QTimer m_typed;
    engine::TrialId m_trial{};
    std::array<QList<Problem>, signature::kListCount> m_problems;
    Check m_check = Check::None;
    QString m_checkProblem;
    quint64 m_checked = 0;
    quint64 m_reports = 0;
    engine::SignPreview m_preview;
    QString m_now;
    QString m_then;
    RuleMoveModel m_moves;
    RuleTraceModel m_trace;
};

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/library/library_desk.h"
#include "ui/models/rules_model.h"

#include <QList>
#include <QObject>
#include <QStringList>
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
    /// Edited texts that an earlier session kept, one for each list; open() takes them up.
    void restoreDraft(const QStringList& texts);
    /// The edited texts, one for each list; empty when nothing is edited.
    QStringList draft() const;

    /// Are the edited texts those that an earlier session kept?
    bool isRestored() const { return m_isRestored && isEdited(); }

    /// Are there edits besides lines that are no rules?
    bool canApply() const;

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

    /// The file of the report that is explained: the open one, or if that stays as it is, one of
    /// the library that moves. Empty without any.
    QString reportName() const;

    QString signatureNow() const { return shown().now; }

    QString signatureThen() const { return shown().then; }

    /// Writes the edited rules, without the lines that are none, and signs the library by them.
    /// Those lines stay in the edited texts.
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
    /// draft() is another one.
    void draftChanged();
    void applied(const QString& message, bool isFailure);

private:
    /// What becomes of a report's frames and of its signature.
    struct Explained
    {
        QString name;
        QList<RuleTraceRow> rows;
        QString now;
        QString then;

        bool moves() const { return now != then; }
    };

    static Explained explain(const QString& name,
                             const engine::SignatureTrace& now,
                             const engine::SignatureTrace& then);
    const Explained& shown() const;
    void showTrace();
    void tryNow();
    void apply(signature::RuleLayer rules);

    engine::LibraryDesk& m_desk;
    State m_state = State::Nothing;
    QString m_problem;
    engine::LibraryRules m_rules;
    signature::RuleLayer m_edited;
    signature::RuleLayer m_right; ///< The edited rules of the last trial without wrong lines.
    std::optional<signature::RuleLayer> m_draft; ///< Of an earlier session, until open() took it.
    bool m_isRestored = false;
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
    Explained m_open;    ///< The open report.
    Explained m_example; ///< A report of the library that moves.
    RuleMoveModel m_moves;
    RuleTraceModel m_trace;
};

} // namespace faultline::ui

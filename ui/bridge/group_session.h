// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/library/library_desk.h"
#include "ui/models/library_model.h"

#include <QDate>
#include <QObject>

#include <map>
#include <optional>
#include <vector>

namespace faultline::ui {

/// What the page of a group knows of it: its head, days, reports, typical stack, facts and triage.
/// GUI thread only; it never waits for the library.
class GroupSession final : public QObject
{
    Q_OBJECT

public:
    enum class State {
        Nothing, ///< No group was opened.
        Reading,
        Ready,
        Failed ///< With problem().
    };

    /// `desk` must outlive the session.
    explicit GroupSession(engine::LibraryDesk& desk, QObject* parent = nullptr);
    ~GroupSession() override;

    /// Reads a group; what was known of another one goes.
    void open(qint64 group);
    /// Reads the group again; what is known stays until then.
    void refresh();
    /// How many days the chart shows.
    void setDays(int days);

    State state() const { return m_state; }

    QString problem() const { return m_problem; }

    qint64 group() const { return m_id; }

    const GroupHead& head() const { return m_head; }

    /// Status, assignee, ticket, tags, notes and history.
    const LibraryPreview& triage() const { return m_triage; }

    /// The group as changes name it.
    LibraryRow target() const;

    /// Reports on each day, the oldest first.
    const QList<int>& days() const { return m_days; }

    QDate firstDay() const { return m_firstDay; }

    int dayCount() const { return int(m_dayCount); }

    /// The latest reports, the first 200 of reportsFound().
    LibraryModel& reports() { return m_reports; }

    quint64 reportsFound() const { return m_head.reports; }

    /// The reports could not all be read, and this says why; otherwise empty.
    QString damage() const { return m_damage; }

    /// The stack that is most like the others.
    StoredFrameModel& frames() { return m_frames; }

    /// How many stacks were compared with it.
    quint64 stacksCompared() const { return m_stacksCompared; }

    ShareModel& shares() { return m_shares; }

    /// Groups that may be the same bug, the likest first.
    const QList<AlikeRow>& alike() const { return m_alike; }

    /// While there are none: what is being read, or why nothing is known.
    QString alikeState() const { return m_alikeState; }

    void take(const engine::LibraryGroup& group);
    void take(const engine::LibraryShares& shares);
    void take(const engine::LibraryAlike& alike);

Q_SIGNALS:
    void changed();

private:
    void read();
    void showStudy(const engine::GroupStudy& study);
    void showShares();

    engine::LibraryDesk& m_desk;
    qint64 m_id = 0;
    State m_state = State::Nothing;
    QString m_problem;
    QString m_damage;
    GroupHead m_head;
    LibraryPreview m_triage;
    std::uint32_t m_dayCount = 30;
    QList<int> m_days;
    QDate m_firstDay;
    LibraryModel m_reports;
    StoredFrameModel m_frames;
    quint64 m_stacksCompared = 0;
    ShareModel m_shares;
    QList<AlikeRow> m_alike;
    QString m_alikeState;
    std::map<library::QueryField, QList<ShareRow>> m_fields;
};

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/group_session.h"

#include "ui/bridge/group_rows.h"
#include "ui/bridge/library_rows.h"
#include "ui/bridge/report_state.h"

#include <QDateTime>
#include <QTimeZone>

#include <algorithm>

namespace faultline::ui {

GroupSession::GroupSession(engine::LibraryDesk& desk, QObject* parent)
    : QObject(parent), m_desk(desk)
{
    m_reports.showGroups(false);
}

GroupSession::~GroupSession() = default;

void GroupSession::open(qint64 group)
{
    if (group != m_id) {
        m_head = {};
        m_triage = {};
        m_days.clear();
        m_damage.clear();
        m_reports.setRows({});
        m_frames.setRows({});
        m_fields.clear();
        showShares();
        m_alike.clear();
        m_alikeState.clear();
        m_state = State::Reading;
    }
    m_id = group;
    if (m_state != State::Ready)
        m_state = State::Reading;
    read();
    Q_EMIT changed();
}

void GroupSession::refresh()
{
    if (m_state != State::Nothing)
        read();
}

void GroupSession::setDays(int days)
{
    m_dayCount = std::uint32_t(days);
    refresh();
}

void GroupSession::read()
{
    m_desk.study(m_id, QDateTime::currentSecsSinceEpoch(), m_dayCount, sharedFields());
    m_desk.findAlike(m_id);
}

LibraryRow GroupSession::target() const
{
    return {.isGroup = true,
            .id = m_id,
            .rowVersion = m_triage.rowVersion,
            .group = m_id,
            .reports = m_head.reports,
            .signature = m_head.signature};
}

void GroupSession::take(const engine::LibraryGroup& group)
{
    if (group.group != m_id)
        return;
    if (group.study) {
        showStudy(*group.study);
        m_state = State::Ready;
        m_problem.clear();
    } else {
        m_state = State::Failed;
        m_problem = errorText(group.study.error());
    }
    Q_EMIT changed();
}

void GroupSession::showStudy(const engine::GroupStudy& study)
{
    const QDateTime now = QDateTime::currentDateTime();
    m_head = makeGroupHead(study, now);
    m_triage = makePreview(
        {.of = library::HistoryOf::Group,
         .id = m_id,
         .facts =
             engine::LibraryFacts{.group = study.group, .report = {}, .history = study.history}},
        now.toSecsSinceEpoch());
    m_days.fill(0, m_dayCount);
    for (const auto& day : study.days) {
        if (day.day < m_dayCount)
            m_days[day.day] = int(std::min<std::uint64_t>(day.count, 1u << 30));
    }
    m_firstDay = QDateTime::fromSecsSinceEpoch(study.firstDay, QTimeZone::utc()).date();
    m_reports.setRows(
        makeRows({.groups = {}, .reports = study.reports}, 0, now.toSecsSinceEpoch()));
    m_damage = study.reports.damage ? toQString(*study.reports.damage) : QString();
    m_frames.setRows(makeCommonFrames(study.stack));
    m_stacksCompared = study.stack.compared;
}

void GroupSession::take(const engine::LibraryShares& shares)
{
    if (shares.group != m_id)
        return;
    m_fields[shares.field] = shares.shares ? makeShares(shares.field, *shares.shares)
                                           : makeFailedShares(shares.field, shares.shares.error());
    showShares();
}

void GroupSession::take(const engine::LibraryAlike& alike)
{
    if (alike.group != m_id)
        return;
    if (alike.error)
        m_alikeState = errorText(*alike.error);
    else if (alike.isDone)
        m_alikeState = tr("none");
    else
        m_alikeState = tr("%Ln stack(s) read…", nullptr, int(alike.read));
    if (alike.isDone || alike.error)
        m_alike = makeAlikeRows(alike);
    if (m_state == State::Ready)
        Q_EMIT changed();
}

void GroupSession::showShares()
{
    QList<ShareRow> rows;
    for (const auto field : sharedFields()) {
        if (const auto found = m_fields.find(field); found != m_fields.end())
            rows += found->second;
    }
    m_shares.setRows(std::move(rows));
}

} // namespace faultline::ui

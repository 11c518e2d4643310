// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/comparison_session.h"
#include "ui/bridge/group_session.h"
#include "ui/bridge/library_session.h"
#include "ui/bridge/rules_session.h"

namespace faultline::ui {

void LibrarySession::take(const engine::LibraryGroup& group)
{
    m_group->take(group);
}

void LibrarySession::take(const engine::LibraryShares& shares)
{
    m_group->take(shares);
}

void LibrarySession::take(const engine::LibraryAlike& alike)
{
    m_group->take(alike);
}

void LibrarySession::take(const engine::LibraryComparison& comparison)
{
    m_comparison->take(comparison);
}

void LibrarySession::take(const engine::LibraryRules& rules)
{
    m_rulesSession->take(rules);
}

void LibrarySession::take(const engine::LibraryTrial& trial)
{
    m_rulesSession->take(trial);
}

void LibrarySession::take(const engine::LibrarySignPreview& preview)
{
    m_rulesSession->take(preview);
}

void LibrarySession::take(const engine::LibraryRulesApplied& applied)
{
    m_rulesSession->take(applied);
}

engine::FindId LibrarySession::findStacks(std::shared_ptr<const insight::TextPattern> pattern)
{
    return m_desk.findStacks(std::move(pattern));
}

void LibrarySession::cancelFind()
{
    m_desk.cancelFind();
}

void LibrarySession::take(const engine::LibraryFoundStacks& found)
{
    Q_EMIT stacksFound(found);
}

} // namespace faultline::ui

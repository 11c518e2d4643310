// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/state_page.h"
#include "ui/views/ui_context.h"

#include <QPointer>
#include <QWidget>

namespace faultline::ui {

/// A view that shows a part of the current report. All reports share it: it is bound to another
/// session when another report becomes the current one.
class ReportView : public QWidget
{
    Q_OBJECT

public:
    explicit ReportView(const UiContext& context, QWidget* parent = nullptr)
        : QWidget(parent), m_context(context)
    {
    }

    /// Null means that no report is open.
    void setSession(ReportSession* session)
    {
        if (m_session == session)
            return;
        if (m_session)
            m_session->letGo(this);
        m_session = session;
        if (session)
            bind(*session);
        refresh();
    }

    ReportSession* session() const { return m_session; }

    /// Returns the text for Edit ▸ Copy; empty when nothing is selected.
    virtual QString selectedText() const { return {}; }

    /// Gives the focus to the view's own field for a place; false when it has none.
    virtual bool askForPlace() { return false; }

    /// The height at which nothing of the content is out of sight. 0 when that is not known.
    virtual int contentHeight() const { return 0; }

    /// A choice for the right end of the panel's title; null without one. While the panel is a tab
    /// of others, it is not in sight.
    virtual QWidget* titleWidget() { return nullptr; }

Q_SIGNALS:
    /// A short remark for the right end of the panel's title.
    void captionChanged(const QString& caption);
    /// A button requests an action of the window by its id.
    void commandRequested(const QString& actionId);
    /// Memory, or instructions, shall be shown at a place: an address, register or name.
    void memoryRequested(const QString& place);
    void codeRequested(const QString& place);
    /// A menu requests a search in all stacks.
    void findRequested(const QString& text);
    /// A button requests a file for this module.
    void locateRequested(int module);

protected:
    /// Connects to the session's signals, with this view as context.
    virtual void bind(ReportSession& session) = 0;
    /// Shows the session's present state, or an empty state when there is no session.
    virtual void refresh() = 0;

    const UiContext& context() const { return m_context; }

    const Theme& theme() const { return m_context.theme; }

    /// The state that every view shows while no report is open.
    ViewState noReportState(const QString& icon, const QString& sentence)
    {
        return {icon,
                sentence,
                {{tr("Open…"), [this] { Q_EMIT commandRequested(QStringLiteral("file.open")); }}},
                {}};
    }

private:
    UiContext m_context;
    QPointer<ReportSession> m_session;
};

} // namespace faultline::ui

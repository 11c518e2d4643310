// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/report_session.h"

#include <QList>
#include <QObject>
#include <QString>

namespace faultline::ui {

/// Where the user was in one report: threads, frames, and the places of code and memory. Back and
/// forward lead through them, as they do in a browser. What the report changes by itself while
/// names arrive is no step. GUI thread only.
class PlaceHistory final : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype kMostPlaces = 200;

    enum class Where { Stack, Code, Memory };

    /// `session` must outlive the history.
    explicit PlaceHistory(ReportSession& session, QObject* parent = nullptr);

    bool canGoBack() const { return m_current > 0; }

    bool canGoForward() const { return m_current + 1 < m_places.size(); }

    void back() { show(m_current - 1); }

    void forward() { show(m_current + 1); }

    /// The next change of thread or frame is a step, even if the report makes it.
    void expectStep() { m_isStep = true; }

Q_SIGNALS:
    void changed();
    /// A place was restored; the view that shows it belongs in front.
    void shown(faultline::ui::PlaceHistory::Where where);

private:
    struct Place
    {
        int thread = -1;
        std::optional<FrameRow::Key> frame;
        Where where = Where::Stack;
        QString code;   ///< FrameCode::place()
        QString memory; ///< FrameMemory::place()

        bool operator==(const Place&) const = default;
    };

    void takeFrame();
    void takeText(Where where, const QString& text);
    QString memoryOf(int thread) const;
    bool isFollowing(const Place& place) const;
    void push(const Place& place);
    void show(qsizetype index);
    void restore(const Place& place);
    void restoreFrame(FrameRow::Key frame);

    ReportSession& m_session;
    QList<Place> m_places;
    qsizetype m_current = -1;
    bool m_isStep = false;
    bool m_isRestoring = false;
};

} // namespace faultline::ui

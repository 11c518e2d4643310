// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/measure.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QTabBar>

#include <algorithm>
#include <cstdio>

namespace faultline {

namespace {

constexpr int kTickMs = 2;
constexpr qint64 kSettledMs = 1500;
constexpr qint64 kGiveUpMs = 30000;

/// The function of an unresolved frame is an address or module+offset.
bool isSymbolicated(const QString& function)
{
    return !function.isEmpty() && !function.startsWith(QLatin1String("0x")) &&
           !function.contains(QLatin1String("+0x"));
}

QWidget* visibleWidget(const char* name)
{
    const auto widgets = QApplication::allWidgets();
    const auto found = std::ranges::find_if(widgets, [name](const QWidget* widget) {
        return widget->objectName() == QLatin1String(name) && widget->isVisible();
    });
    return found == widgets.end() ? nullptr : *found;
}

/// A cell of the row that is the view's current one.
QString currentCell(const char* view, int column)
{
    const auto* rows = qobject_cast<const QAbstractItemView*>(visibleWidget(view));
    return rows == nullptr ? QString()
                           : rows->currentIndex().siblingAtColumn(column).data().toString();
}

/// Tells what the window shows, for tests that look at the program from outside.
QString shownPlace()
{
    constexpr int kThreadNumber = 1;
    constexpr int kFrameNumber = 0;
    const auto* tabs = qobject_cast<const QTabBar*>(visibleWidget("documents"));
    const int count = tabs == nullptr ? 0 : tabs->count() - 1; // Without the start page.
    const QString front = tabs == nullptr ? QString() : tabs->tabText(tabs->currentIndex());
    return QStringLiteral("  shown: %1 of %2 reports, thread %3, frame %4\n")
        .arg(front)
        .arg(count)
        .arg(currentCell("threads.rows", kThreadNumber), currentCell("stack.rows", kFrameNumber));
}

} // namespace

WindowMeasurement::WindowMeasurement(QElapsedTimer sinceStart, QObject* parent)
    : QObject(parent), m_sinceStart(sinceStart)
{
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &WindowMeasurement::tick);
    m_timer.start(kTickMs);
}

const QAbstractItemModel* WindowMeasurement::stackModel()
{
    const auto* view = qobject_cast<const QAbstractItemView*>(visibleWidget("stack.rows"));
    return view == nullptr ? nullptr : view->model();
}

void WindowMeasurement::lookAtStack(qint64 now)
{
    const QAbstractItemModel* model = stackModel();
    if (model == nullptr || model->rowCount() == 0)
        return;
    if (m_rawStackAt < 0)
        m_rawStackAt = now;
    if (model->rowCount() != m_rows || m_lastChangeAt < 0) {
        m_rows = model->rowCount();
        m_lastChangeAt = now;
    }
    for (int row = 0; m_symbolicatedAt < 0 && row < std::min(m_rows, 8); ++row) {
        for (int column = 0; column < model->columnCount(); ++column) {
            if (model->headerData(column, Qt::Horizontal).toString() == QLatin1String("Function") &&
                isSymbolicated(model->index(row, column).data().toString()))
                m_symbolicatedAt = m_lastChangeAt = now;
        }
    }
}

void WindowMeasurement::tick()
{
    const qint64 now = m_sinceStart.elapsed();
    const auto* window = QApplication::activeWindow();
    if (m_windowAt < 0 && (window != nullptr || !QApplication::topLevelWidgets().isEmpty()))
        m_windowAt = now;
    else if (m_windowAt >= 0)
        m_gaps.push_back(now - m_lastTick);
    m_lastTick = now;
    lookAtStack(now);
    const bool settled = m_symbolicatedAt >= 0 && now - m_lastChangeAt > kSettledMs;
    if (settled || now > kGiveUpMs) {
        m_timer.stop();
        report();
        QApplication::quit();
    }
}

void WindowMeasurement::report() const
{
    auto gaps = m_gaps;
    std::ranges::sort(gaps);
    const auto at = [&gaps](double share) {
        return gaps.empty()
                   ? 0
                   : gaps[static_cast<std::size_t>(share * static_cast<double>(gaps.size() - 1))];
    };
    QString text = QStringLiteral("  window stands                %1 ms\n"
                                  "  first raw stack              %2 ms\n"
                                  "  first symbolicated frame     %3 ms\n"
                                  "  GUI thread, turns apart: 99% %4 ms, longest %5 ms\n")
                       .arg(m_windowAt, 6)
                       .arg(m_rawStackAt, 6)
                       .arg(m_symbolicatedAt, 6)
                       .arg(at(0.99), 5)
                       .arg(gaps.empty() ? 0 : gaps.back());
    text += shownPlace();
    std::fputs(qPrintable(text), stdout);
    std::fflush(stdout);
}

} // namespace faultline

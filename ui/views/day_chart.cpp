// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/day_chart.h"

#include "ui/views/count_text.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <numeric>

namespace faultline::ui {

namespace {

// In steps of the theme.
constexpr int kHeight = 32;
constexpr int kScale = 10;  ///< Width of the numbers at the left.
constexpr int kDates = 5;   ///< Height of the dates below.
constexpr int kNumbers = 5; ///< Height of the numbers above the bars.
/// A bar that is narrower than this has no number, in steps.
constexpr int kLeastForNumber = 5;

/// 1, 2 or 5 with zeros, at least `value`.
int roundUp(int value)
{
    for (int power = 1;; power *= 10) {
        for (const int digit : std::array{1, 2, 5}) {
            if (digit * power >= value || power >= 100'000'000)
                return digit * power;
        }
    }
}

QString dateText(QDate date)
{
    //: day and month, in QLocale's format
    return QLocale().toString(date, DayChart::tr("d MMM"));
}

} // namespace

DayChart::DayChart(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setAccessibleName(tr("Reports a day"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void DayChart::setDays(const QList<int>& days, QDate first, bool isNew)
{
    m_days = days;
    m_first = first;
    m_isNew = isNew;
    describe();
    update();
}

void DayChart::describe()
{
    const int all = std::accumulate(m_days.begin(), m_days.end(), 0);
    if (all == 0)
        return setAccessibleDescription(tr("no report in %n day(s)", nullptr, int(m_days.size())));
    const auto most = std::ranges::max_element(m_days);
    setAccessibleDescription(
        //: number of reports, number of days, the day with most reports, how many
        tr("%1 in %2, most on %3: %4")
            .arg(tr("%Ln report(s)", nullptr, all), tr("%n day(s)", nullptr, int(m_days.size())),
                 dateText(m_first.addDays(most - m_days.begin())), countText(quint64(*most))));
}

QSize DayChart::sizeHint() const
{
    const int step = m_theme.metrics().step;
    return {100 * step, kHeight * step};
}

QRect DayChart::plot() const
{
    const int step = m_theme.metrics().step;
    return rect().adjusted(kScale * step, kNumbers * step, -m_theme.metrics().barMargin(),
                           -kDates * step);
}

int DayChart::highest() const
{
    return m_days.isEmpty() ? 1 : roundUp(std::max(1, *std::ranges::max_element(m_days)));
}

void DayChart::paintEvent(QPaintEvent*)
{
    const ThemeTokens& t = m_theme.tokens();
    const int step = m_theme.metrics().step;
    const QRect area = plot();
    const int top = highest();
    QPainter painter(this);
    painter.setFont(m_theme.captionFont());
    for (const int value : {0, top}) {
        const int y = value == 0 ? area.bottom() + 1 : area.top();
        painter.setPen(t.line);
        painter.drawLine(area.left(), y, area.right(), y);
        painter.setPen(t.dim);
        painter.drawText(QRect(0, y - 2 * step, area.left() - 2 * step, 4 * step),
                         Qt::AlignRight | Qt::AlignVCenter, countText(quint64(value)));
    }
    const double width = double(area.width()) / double(std::max<qsizetype>(1, m_days.size()));
    for (qsizetype i = 0; i < m_days.size(); ++i) {
        if (m_days.at(i) == 0)
            continue;
        const int height =
            std::max(2, int(qint64(m_days.at(i)) * area.height() / std::max(1, top)));
        const QRect bar(area.left() + int(double(i) * width) + step / 2, area.bottom() + 1 - height,
                        std::max(2, int(width) - step), height);
        painter.fillRect(bar, m_isNew ? t.accent : t.bar);
        painter.setPen(t.dim);
        if (width >= kLeastForNumber * step)
            painter.drawText(
                QRect(bar.left() - step, bar.top() - 4 * step, bar.width() + 2 * step, 4 * step),
                Qt::AlignHCenter | Qt::AlignBottom, countText(quint64(m_days.at(i))));
    }
    drawDates(painter, area);
}

/// The first and the last day, and some between them.
void DayChart::drawDates(QPainter& painter, const QRect& area) const
{
    const int step = m_theme.metrics().step;
    const qsizetype last = m_days.size() - 1;
    if (last < 1)
        return;
    constexpr int kIntervals = 4;
    painter.setPen(m_theme.tokens().dim);
    for (int i = 0; i <= kIntervals; ++i) {
        const qsizetype day = last * i / kIntervals;
        const double middle = (double(day) + 0.5) * area.width() / double(m_days.size());
        const QRect place(area.left() + int(middle) - 12 * step, area.bottom() + step, 24 * step,
                          4 * step);
        const QRect inside(std::clamp(place.left(), 0, std::max(0, width() - place.width())),
                           place.top(), place.width(), place.height());
        const auto side = i == kIntervals ? Qt::AlignRight : Qt::AlignHCenter;
        painter.drawText(i == kIntervals ? QRect(area.right() - place.width(), place.top(),
                                                 place.width(), place.height())
                                         : inside,
                         int(side) | Qt::AlignTop, dateText(m_first.addDays(day)));
    }
}

bool DayChart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || m_days.isEmpty())
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QRect area = plot();
    const auto day = qsizetype(double(help->pos().x() - area.left()) * double(m_days.size()) /
                               std::max(1, area.width()));
    if (area.contains(help->pos()) && day >= 0 && day < m_days.size())
        QToolTip::showText(help->globalPos(),
                           //: a day, and its number of reports
                           tr("%1: %2").arg(dateText(m_first.addDays(day)),
                                            tr("%Ln report(s)", nullptr, m_days.at(day))),
                           this);
    else
        QToolTip::hideText();
    return true;
}

} // namespace faultline::ui

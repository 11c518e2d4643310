// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/filter_line.h"

#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/style/workbench_style.h"
#include "ui/views/segment_button.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>

namespace faultline::ui {

namespace {

constexpr int kFilterAfterMs = 250;

} // namespace

FilterLine::FilterLine(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_field(new QLineEdit(this)), m_count(plainLabel(this))
{
    auto* layout = new QHBoxLayout(this);
    m_field->setObjectName(QStringLiteral("filter.field"));
    m_field->setAccessibleName(tr("Filter rows"));
    m_field->setPlaceholderText(tr("Filter rows"));
    m_field->setToolTip(shownText(tr("Words that a row must have. name:text looks in one column, "
                                     "-name:text leaves rows out.")));
    m_field->setClearButtonEnabled(true);
    m_field->setMinimumWidth(0);
    m_field->installEventFilter(this);
    layout->addWidget(m_field, 1);
    m_case = addSwitch(QStringLiteral("Aa"), tr("Match case"), "filter.case");
    m_expression = addSwitch(QStringLiteral(".*"), tr("Regular expression"), "filter.expression");
    layout->addWidget(m_count);
    m_typed.setSingleShot(true);
    m_typed.setInterval(kFilterAfterMs);
    connect(m_field, &QLineEdit::textChanged, &m_typed, qOverload<>(&QTimer::start));
    connect(&m_typed, &QTimer::timeout, this, &FilterLine::queryChanged);
    connect(&theme, &Theme::changed, this, &FilterLine::applyTheme);
    applyTheme();
}

SegmentButton* FilterLine::addSwitch(const QString& text, const QString& meaning, const char* name)
{
    auto* button = new SegmentButton(m_theme, text, this);
    button->setObjectName(QLatin1String(name));
    button->setAccessibleName(meaning);
    button->setToolTip(shownText(meaning));
    connect(button, &SegmentButton::toggled, this, &FilterLine::queryChanged);
    layout()->addWidget(button);
    return button;
}

void FilterLine::applyTheme()
{
    const Metrics& m = m_theme.metrics();
    layout()->setContentsMargins(m.textMargin(), m.step / 2, m.textMargin(), m.step / 2);
    layout()->setSpacing(m.step);
    m_count->setFont(m_theme.captionFont());
    setTextColour(*m_count, m_theme.tokens().dim);
}

FilterQuery FilterLine::query() const
{
    return {.text = m_field->text(),
            .isExpression = m_expression->isChecked(),
            .matchesCase = m_case->isChecked()};
}

void FilterLine::setText(const QString& text)
{
    m_field->setText(text);
    m_typed.stop();
    Q_EMIT queryChanged();
}

void FilterLine::start()
{
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

void FilterLine::showCount(const QString& count)
{
    m_count->setText(count);
    m_field->setAccessibleDescription(count);
    setTextColour(*m_count, m_theme.tokens().dim);
    m_field->setProperty(kWrong, false);
    m_field->update();
}

void FilterLine::showProblem(const QString& problem)
{
    const QString text = tr("%1; the last filter stays").arg(shownText(problem));
    m_count->setText(m_count->fontMetrics().elidedText(text, Qt::ElideRight, width() / 2));
    m_count->setToolTip(shownText(text));
    m_field->setAccessibleDescription(text);
    setTextColour(*m_count, m_theme.tokens().warn);
    m_field->setProperty(kWrong, true);
    m_field->update();
}

void FilterLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.tokens().alternate);
    painter.setPen(m_theme.tokens().line);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

bool FilterLine::takeKey(int key, Qt::KeyboardModifiers modifiers)
{
    switch (key) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_typed.isActive())
            setText(m_field->text());
        Q_EMIT stepRequested(modifiers & Qt::ShiftModifier ? -1 : 1);
        return true;
    case Qt::Key_Down: Q_EMIT rowsRequested(); return true;
    case Qt::Key_Escape: Q_EMIT closeRequested(); return true;
    default: return false;
    }
}

bool FilterLine::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_field)
        return QWidget::eventFilter(watched, event);
    auto* key = static_cast<QKeyEvent*>(event);
    // Escape would otherwise be a shortcut of the dock that the table is in.
    if (event->type() == QEvent::ShortcutOverride && key->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::KeyPress && takeKey(key->key(), key->modifiers()))
        return true;
    return QWidget::eventFilter(watched, event);
}

} // namespace faultline::ui

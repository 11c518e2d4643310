// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/palette.h"

#include "ui/bridge/symbol_finder.h"
#include "ui/style/icons.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/views/palette_delegate.h"
#include "ui/views/palette_entries.h"
#include "ui/views/palette_hint.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace faultline::ui {

namespace {

constexpr int kWidth = 170; ///< In steps of the theme's grid.
constexpr int kRoomBelow = 25;
constexpr int kSearchAfterMs = 150;
constexpr qsizetype kShortestPattern = 2;
constexpr int kRowsOfAPage = 10;

/// What to look for among the symbols; empty: nothing.
QString patternOf(const PaletteQuery& query)
{
    const bool isWanted = query.wants(PaletteKind::Symbol) && query.text.size() >= kShortestPattern;
    return isWanted ? query.text : QString();
}

} // namespace

Palette::Palette(const UiContext& context, QWidget* window)
    : QFrame(window), m_context(context),
      m_delegate(new PaletteDelegate(context.theme, m_model, this)), m_line(new QLineEdit(this)),
      m_icon(plainLabel(this)), m_count(plainLabel(this)), m_list(new QListView(this)),
      m_nothing(plainLabel(this))
{
    setObjectName(QStringLiteral("palette"));
    hide();
    build();
    m_search.setSingleShot(true);
    m_search.setInterval(kSearchAfterMs);
    connect(&m_search, &QTimer::timeout, this, &Palette::search);
    connect(m_line, &QLineEdit::textChanged, this, &Palette::typed);
    connect(m_list, &QListView::clicked, this, &Palette::choose);
    connect(m_list, &QListView::entered, m_list, &QListView::setCurrentIndex);
    connect(&context.theme, &Theme::changed, this, &Palette::applyTheme);
    m_line->installEventFilter(this);
    window->installEventFilter(this);
    applyTheme();
}

void Palette::build()
{
    m_list->setObjectName(QStringLiteral("palette.rows"));
    m_list->setAccessibleName(tr("Where to go"));
    m_list->setModel(&m_model);
    m_list->setItemDelegate(m_delegate);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_nothing->setObjectName(QStringLiteral("palette.nothing"));
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    layout->addWidget(buildHead());
    layout->addWidget(m_list, 1);
    layout->addWidget(m_nothing, 1);
    m_foot = buildFoot();
    layout->addWidget(m_foot);
}

QWidget* Palette::buildHead()
{
    m_line->setObjectName(QStringLiteral("palette.text"));
    m_line->setFrame(false);
    m_line->setAccessibleName(tr("Palette"));
    m_count->setObjectName(QStringLiteral("palette.count"));
    auto* head = new QWidget(this);
    auto* layout = new QHBoxLayout(head);
    layout->addWidget(m_icon);
    layout->addWidget(m_line, 1);
    layout->addWidget(m_count);
    return head;
}

QWidget* Palette::buildFoot()
{
    auto* foot = new QWidget(this);
    auto* layout = new QHBoxLayout(foot);
    const std::array<std::pair<QString, QString>, 7> prefixes{
        {{QStringLiteral(">"), tr("actions")},
         {QStringLiteral("@"), tr("functions")},
         {QStringLiteral("#"), tr("threads")},
         {QStringLiteral(":"), tr("line or address")},
         {QStringLiteral("m "), tr("modules")},
         {QStringLiteral("r "), tr("reports")},
         {QStringLiteral("s "), tr("settings")}}};
    for (const auto& [prefix, text] : prefixes) {
        auto* hint = new PaletteHint(m_context.theme, prefix.trimmed(), text, foot);
        hint->setFocusPolicy(Qt::NoFocus);
        connect(hint, &QAbstractButton::clicked, this, [this, prefix = prefix] {
            m_line->setText(prefix + paletteQuery(m_line->text()).text);
            m_line->setFocus();
        });
        layout->addWidget(hint);
    }
    layout->addStretch(1);
    auto* go = new PaletteHint(m_context.theme, QStringLiteral("↵"), tr("go"), foot);
    go->setFocusPolicy(Qt::NoFocus);
    connect(go, &QAbstractButton::clicked, this, [this] { choose(m_list->currentIndex()); });
    layout->addWidget(go);
    return foot;
}

void Palette::applyTheme()
{
    const Metrics& m = m_context.theme.metrics();
    const ThemeTokens& t = m_context.theme.tokens();
    QFont font = m_context.theme.interfaceFont();
    font.setPointSizeF(font.pointSizeF() * 1.15);
    m_line->setFont(font);
    QPalette plain = palette();
    plain.setColor(QPalette::Base, t.base);
    m_line->setPalette(plain);
    m_icon->setPixmap(iconPixmap(QStringLiteral("find"), t.dim, m.icon(), devicePixelRatioF()));
    setTextColour(*m_count, t.dim);
    m_count->setFont(m_context.theme.captionFont());
    setTextColour(*m_nothing, t.dim);
    m_line->parentWidget()->setFixedHeight(11 * m.step);
    m_line->parentWidget()->layout()->setContentsMargins(4 * m.step, 0, 4 * m.step, 0);
    m_foot->setFixedHeight(8 * m.step);
    m_foot->layout()->setContentsMargins(3 * m.step, 0, 3 * m.step, 0);
    m_foot->layout()->setSpacing(2 * m.step);
    m_nothing->setFixedHeight(20 * m.step);
    m_list->doItemsLayout();
    if (isVisible())
        place();
}

void Palette::open(QList<PaletteEntry> entries,
                   ReportSession* session,
                   const QList<PaletteKind>& kinds,
                   const QString& typed,
                   int top)
{
    stopSearching();
    if (!isVisible())
        m_focusBefore = QApplication::focusWidget();
    m_entries = std::move(entries);
    m_session = session;
    m_kinds = kinds;
    m_top = top;
    if (session)
        connect(&session->finder(), &SymbolFinder::changed, this, &Palette::showRows);
    m_line->setPlaceholderText(kinds.isEmpty() ? tr("Go to or do anything")
                                               : tr("Go to a symbol, thread, module or report"));
    const QSignalBlocker quiet(m_line);
    m_line->setText(typed);
    show();
    raise();
    this->typed();
    m_line->setFocus(Qt::PopupFocusReason);
}

void Palette::typed()
{
    search();
    showRows();
}

/// Asks the report for symbols and places. What is typed quickly is asked for once.
void Palette::search()
{
    if (!m_session)
        return;
    if (sender() != &m_search && !m_line->text().isEmpty())
        return m_search.start();
    const PaletteQuery query = paletteQuery(m_line->text());
    m_session->finder().find(patternOf(query));
    const bool wantsPlace = query.kinds.contains(PaletteKind::Place) ||
                            (query.kinds.isEmpty() && looksLikePlace(query.text));
    m_session->finder().locate(wantsPlace ? query.text : QString());
}

/// Nobody waits for what was asked. The next time the same text is asked for anew, because further
/// files may have arrived.
void Palette::stopSearching()
{
    m_search.stop();
    if (!m_session)
        return;
    m_session->finder().disconnect(this);
    m_session->finder().find({});
    m_session->finder().locate({});
}

void Palette::hideEvent(QHideEvent* event)
{
    if (!event->spontaneous())
        stopSearching();
    QFrame::hideEvent(event);
}

QList<PaletteEntry> Palette::found() const
{
    const PaletteQuery query = paletteQuery(m_line->text());
    QList<PaletteEntry> entries = m_entries;
    if (m_session) {
        // Those of another text do not fit any more.
        if (m_session->finder().pattern() == patternOf(query))
            entries += symbolEntries(m_session->finder());
        if (query.wants(PaletteKind::Place))
            entries += placeEntries(*m_session, query.text, !query.kinds.isEmpty());
    }
    return entries;
}

/// The search for symbols ends at a number of them.
QString Palette::countText(const PaletteQuery& query, int matches) const
{
    if (query.text.isEmpty())
        return {};
    const bool hasMore = m_session && m_session->finder().hasMore() &&
                         m_session->finder().pattern() == patternOf(query);
    return hasMore ? tr("more than %n match(es)", nullptr, matches)
                   : tr("%n match(es)", nullptr, matches);
}

void Palette::showRows()
{
    if (!isVisible())
        return;
    PaletteQuery query = paletteQuery(m_line->text());
    const auto length = query.kinds.isEmpty() ? PaletteLength::Overview : PaletteLength::Whole;
    if (query.kinds.isEmpty())
        query.kinds = m_kinds;
    const QString before = m_list->currentIndex().data(IdRole).toString();
    const bool isSameText = m_line->property("shown").toString() == m_line->text();
    const PaletteRows next =
        paletteRows(found(), query, m_context.settings.usedInPalette(), length);
    m_model.setRows(next.rows);
    m_line->setProperty("shown", m_line->text());
    m_count->setText(countText(query, next.matches));
    m_list->setVisible(!next.rows.isEmpty());
    m_nothing->setVisible(next.rows.isEmpty());
    const bool isSearching =
        m_session && (m_session->finder().isSearching() || m_search.isActive());
    m_nothing->setText(isSearching ? tr("Searching…")
                       : query.text.isEmpty()
                           ? tr("Type what you look for.")
                           : tr("Nothing is called “%1”.").arg(query.text.left(60)));
    place();
    // What arrives later does not move the choice of the user.
    for (int row = 0; isSameText && row < m_model.rowCount(); ++row) {
        if (!before.isEmpty() && m_model.index(row, 0).data(IdRole).toString() == before) {
            m_list->setCurrentIndex(m_model.index(row, 0));
            return sayCurrent();
        }
    }
    m_list->setCurrentIndex({});
    step(+1, 1);
}

/// Below the cause of the crash, and never so long that the window disappears behind it.
void Palette::place()
{
    const int stepSize = m_context.theme.metrics().step;
    const QSize room = parentWidget()->size();
    int rows = 0;
    for (const PaletteRow& row : m_model.allRows())
        rows += m_delegate->rowHeight(row.isTitle);
    const int fixed = 19 * stepSize + 2;
    const int content = m_model.rowCount() == 0 ? 20 * stepSize : rows + 2 * stepSize;
    const int width = std::min(kWidth * stepSize, room.width() - 4 * stepSize);
    const int most = std::max(fixed + 20 * stepSize, room.height() - m_top - kRoomBelow * stepSize);
    setGeometry((room.width() - width) / 2, m_top, width, std::min(fixed + content, most));
}

/// Titles are passed over; the ends lead to each other only for single steps.
void Palette::step(int direction, int rows)
{
    const int count = m_model.rowCount();
    int at = m_list->currentIndex().isValid() ? m_list->currentIndex().row()
                                              : (direction > 0 ? -1 : count);
    int last = at;
    for (int left = rows; left > 0;) {
        at += direction;
        if (rows == 1 && count > 0)
            at = (at + count) % count;
        if (at < 0 || at >= count || (rows == 1 && at == last))
            break;
        if (m_model.rowAt(at)->isTitle)
            continue;
        last = at;
        --left;
    }
    if (last < 0 || last >= count)
        return;
    m_list->setCurrentIndex(m_model.index(last, 0));
    m_list->scrollTo(m_model.index(last <= 1 ? 0 : last, 0));
    sayCurrent();
}

/// The focus stays in the line, so the line says what is chosen.
void Palette::sayCurrent()
{
    m_line->setAccessibleDescription(
        m_list->currentIndex().data(Qt::AccessibleTextRole).toString());
}

bool Palette::pressed(int key)
{
    switch (key) {
    case Qt::Key_Down: step(+1, 1); return true;
    case Qt::Key_Up: step(-1, 1); return true;
    case Qt::Key_PageDown: step(+1, kRowsOfAPage); return true;
    case Qt::Key_PageUp: step(-1, kRowsOfAPage); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: choose(m_list->currentIndex()); return true;
    case Qt::Key_Escape: leave(); return true;
    case Qt::Key_Tab:
    case Qt::Key_Backtab: return true; // There is nothing else to reach.
    default: return false;
    }
}

bool Palette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_line && event->type() == QEvent::KeyPress &&
        pressed(static_cast<QKeyEvent*>(event)->key()))
        return true;
    if (watched == m_line && event->type() == QEvent::FocusOut && isVisible() &&
        static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason &&
        static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason)
        hide();
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible())
        place();
    return QFrame::eventFilter(watched, event);
}

void Palette::choose(const QModelIndex& index)
{
    const PaletteRow* row = m_model.rowAt(index.row());
    if (!row || row->isTitle)
        return;
    // The tab of a file that is gone says so and looks for it; nothing else can be chosen then.
    if (!row->entry.reason.isEmpty() && row->entry.kind != PaletteKind::Report)
        return;
    const QString id = row->entry.id;
    // Frames, threads and places are those of one report.
    const bool isLasting = id.startsWith(kActionId) || id.startsWith(kReportId);
    leave();
    if (isLasting)
        m_context.settings.rememberInPalette(id);
    Q_EMIT chosen(id);
}

void Palette::leave()
{
    hide();
    if (m_focusBefore)
        m_focusBefore->setFocus(Qt::PopupFocusReason);
}

void Palette::paintEvent(QPaintEvent*)
{
    const ThemeTokens& t = m_context.theme.tokens();
    const int radius = 2 * m_context.theme.metrics().step;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(t.faint);
    painter.setBrush(t.base);
    const QRectF edge = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    const QRect foot = m_foot->geometry();
    painter.drawRoundedRect(edge, radius, radius);
    painter.setClipRect(rect().adjusted(0, foot.top(), 0, 0));
    painter.setBrush(t.alternate);
    painter.drawRoundedRect(edge, radius, radius);
    painter.setClipping(false);
    painter.setPen(t.line);
    const int head = m_line->parentWidget()->geometry().bottom() + 1;
    painter.drawLine(1, head, width() - 2, head);
    painter.drawLine(1, foot.top(), width() - 2, foot.top());
}

} // namespace faultline::ui

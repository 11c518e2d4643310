// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/library_page.h"

#include "ui/models/shown_text.h"
#include "ui/style/icons.h"
#include "ui/style/text_colour.h"
#include "ui/style/workbench_style.h"
#include "ui/views/elided_label.h"
#include "ui/views/import_panel.h"
#include "ui/views/library_facets.h"
#include "ui/views/library_preview_panel.h"
#include "ui/views/library_table.h"
#include "ui/views/notice_bar.h"
#include "ui/views/triage_menus.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace faultline::ui {

namespace {

constexpr int kTypedAfterMs = 250;
// In steps of the theme.
constexpr int kFacets = 58;
constexpr int kPreview = 82;
constexpr int kLeastWithPreview = 270;
constexpr int kLeastWithFacets = 190;

} // namespace

LibraryPage::LibraryPage(const Theme& theme, LibrarySession& library, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_library(library),
      m_triage(new TriageMenus(
          library,
          QStringLiteral("library"),
          [this] { return m_table->selectedRows(); },
          [this] { return m_library.preview(); },
          this)),
      m_sentence(new ElidedLabel(Qt::ElideRight, this)),
      m_facts(new ElidedLabel(Qt::ElideRight, this)),
      m_import(new QPushButton(tr("Import batch…"))), m_line(new QLineEdit),
      m_groups(new QPushButton(tr("Groups"))), m_reports(new QPushButton(tr("Reports"))),
      m_header(buildHeader()), m_search(buildSearch()), m_notice(new NoticeBar(theme, this)),
      m_importPanel(new ImportPanel(theme, library, this)),
      m_facets(new LibraryFacets(theme, library, this)),
      m_table(new LibraryTable(theme, library, this)),
      m_preview(
          new LibraryPreviewPanel(theme, library, m_triage->status(), m_triage->assign(), this)),
      m_leftEdge(new QWidget(this)), m_rightEdge(new QWidget(this))
{
    setObjectName(QStringLiteral("page.of_library"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_search);
    layout->addWidget(m_notice);
    layout->addWidget(m_importPanel);
    layout->addWidget(buildBody(), 1);
    setFocusProxy(m_table);
    connectLibrary();
    connect(&theme, &Theme::changed, this, &LibraryPage::applyTheme);
    applyTheme();
    showSentence();
    showSearch();
}

QWidget* LibraryPage::buildHeader()
{
    auto* header = new QWidget(this);
    m_sentence->setObjectName(QStringLiteral("library.sentence"));
    m_facts->setObjectName(QStringLiteral("library.facts"));
    m_import->setObjectName(QStringLiteral("library.import_batch"));
    auto* menu = new QMenu(this);
    menu->addAction(tr("&Files…"), this, &LibraryPage::askForFiles);
    menu->addAction(tr("F&older…"), this, &LibraryPage::askForFolder);
    m_import->setMenu(menu);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addStretch(1);
    texts->addWidget(m_sentence);
    texts->addWidget(m_facts);
    texts->addStretch(1);
    auto* layout = new QHBoxLayout(header);
    layout->addLayout(texts, 1);
    layout->addWidget(m_import);
    return header;
}

QWidget* LibraryPage::buildSearch()
{
    auto* search = new QWidget(this);
    m_line->setObjectName(QStringLiteral("library.line"));
    m_line->setAccessibleName(tr("Search the library"));
    m_line->setPlaceholderText(tr("Words, or fields such as status:=new version:=4.2 date:>-14d"));
    m_line->setClearButtonEnabled(true);
    m_line->installEventFilter(this);
    m_groups->setObjectName(QStringLiteral("library.groups"));
    m_reports->setObjectName(QStringLiteral("library.reports"));
    auto* layout = new QHBoxLayout(search);
    layout->addWidget(m_line, 1);
    for (QPushButton* button : {m_groups, m_reports}) {
        button->setCheckable(true);
        button->setAutoExclusive(true);
        layout->addWidget(button);
    }
    m_typed.setSingleShot(true);
    m_typed.setInterval(kTypedAfterMs);
    connect(&m_typed, &QTimer::timeout, this, [this] { m_library.setLine(m_line->text()); });
    connect(m_line, &QLineEdit::textEdited, this, [this] { m_typed.start(); });
    connect(m_line, &QLineEdit::returnPressed, this, [this] {
        m_typed.stop();
        m_library.setLine(m_line->text());
    });
    connect(m_groups, &QPushButton::clicked, this, [this] { m_library.showGroups(true); });
    connect(m_reports, &QPushButton::clicked, this, [this] { m_library.showGroups(false); });
    return search;
}

QWidget* LibraryPage::buildBody()
{
    auto* body = new QWidget(this);
    auto* layout = new QHBoxLayout(body);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_facets);
    layout->addWidget(m_leftEdge);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_rightEdge);
    layout->addWidget(m_preview);
    for (QWidget* edge : {m_leftEdge, m_rightEdge}) {
        edge->setFixedWidth(1);
        edge->setAutoFillBackground(true);
    }
    return body;
}

void LibraryPage::connectLibrary()
{
    connect(&m_library, &LibrarySession::stateChanged, this, [this] {
        showSentence();
        showSearch();
        Q_EMIT actionsChanged();
    });
    connect(&m_library, &LibrarySession::totalsChanged, this, &LibraryPage::showSentence);
    connect(&m_library, &LibrarySession::rowsChanged, this, &LibraryPage::showSearch);
    connect(&m_library, &LibrarySession::rowsChanged, this, &LibraryPage::showSentence);
    connect(&m_library, &LibrarySession::undoChanged, this, &LibraryPage::actionsChanged);
    connect(&m_library, &LibrarySession::importChanged, this, &LibraryPage::actionsChanged);
    connect(&m_library, &LibrarySession::lineChanged, this, [this] {
        m_typed.stop();
        m_line->setText(m_library.line());
    });
    connect(&m_library, &LibrarySession::changeDone, this,
            [this](const QString& message, bool isFailure) {
                m_remark = isFailure ? message : QString();
                showSearch();
                if (!isFailure)
                    Q_EMIT messageGiven(message);
            });
    connect(&m_library, &LibrarySession::originalFound, this, [this](const QString& path) {
        m_remark.clear();
        showSearch();
        Q_EMIT openRequested(path);
    });
    connect(&m_library, &LibrarySession::originalMissing, this, [this](const QString& reason) {
        m_remark = reason;
        showSearch();
    });
    connect(m_table, &LibraryTable::selectionChanged, this, &LibraryPage::actionsChanged);
    connect(m_table, &LibraryTable::rowChosen, this, &LibraryPage::openRow);
    connect(m_table, &LibraryTable::menuOpened, this, &LibraryPage::menuOpened);
    connect(m_table, &LibraryTable::importRequested, this, &LibraryPage::askForFiles);
    connect(m_table, &LibraryTable::clearRequested, this, [this] {
        m_line->clear();
        m_library.setLine({});
    });
    connect(m_preview, &LibraryPreviewPanel::openRequested, this, &LibraryPage::openSelected);
}

/// The first sentence says what is true of what the search finds.
void LibraryPage::showSentence()
{
    using State = LibrarySession::State;
    const auto totals = m_library.totals();
    const QString file = m_library.file().section(u'/', -1);
    QString sentence;
    QStringList facts{file};
    switch (m_library.state()) {
    case State::Closed:
    case State::Opening: sentence = tr("Opening the library…"); break;
    case State::Absent: sentence = tr("No reports yet"); break;
    case State::Failed: sentence = tr("The library cannot be opened"); break;
    case State::Ready:
    case State::ReadOnly: sentence = totals ? QString() : tr("Reading the library…"); break;
    }
    if (sentence.isEmpty() && totals) {
        QStringList news;
        if (totals->regressionGroups > 0)
            news.append(tr("%Ln group(s) came back", nullptr, int(totals->regressionGroups)));
        if (totals->newGroups > 0)
            news.append(tr("%Ln new group(s)", nullptr, int(totals->newGroups)));
        if (news.isEmpty())
            news.append(totals->foundGroups == 0
                            ? tr("Nothing matches")
                            : tr("%Ln group(s)", nullptr, int(totals->foundGroups)));
        if (totals->reports == 0)
            news = {tr("No reports yet")};
        sentence = news.join(tr(", "));
        facts = {//: numbers of reports and of groups
                 tr("%1 in %2 match")
                     .arg(tr("%Ln report(s)", nullptr, int(totals->foundReports)),
                          tr("%Ln group(s)", nullptr, int(totals->foundGroups))),
                 tr("library of %1, %2")
                     .arg(tr("%Ln report(s)", nullptr, int(totals->reports)),
                          tr("%Ln group(s)", nullptr, int(totals->groups))),
                 file};
    }
    m_sentence->setFullText(sentence);
    m_facts->setFullText(facts.join(QStringLiteral("  ·  ")));
    m_facts->setToolTip(shownText(m_library.file()));
}

void LibraryPage::showSearch()
{
    using State = LibrarySession::State;
    const bool isWrong = m_library.rowsState() == LibrarySession::RowsState::Wrong;
    const bool isOpen = m_library.state() == State::Ready || m_library.state() == State::ReadOnly;
    m_line->setEnabled(isOpen);
    m_groups->setEnabled(isOpen);
    m_reports->setEnabled(isOpen);
    m_groups->setChecked(m_library.showsGroups());
    m_reports->setChecked(!m_library.showsGroups());
    m_line->setProperty(kWrong, isWrong);
    m_line->setAccessibleDescription(isWrong ? m_library.problem() : QString());
    m_line->update();
    m_import->setEnabled(canImport());
    QList<NoticeBar::Line> lines;
    if (isWrong) {
        const auto where = m_library.wrongWord();
        const auto show = [this, where] {
            m_line->setFocus(Qt::OtherFocusReason);
            m_line->setSelection(int(where->from), int(where->length));
        };
        lines.append({.text = m_library.problem(),
                      .button = where ? tr("Show") : QString(),
                      .action = where ? std::function<void()>(show) : nullptr});
    }
    if (!m_library.damage().isEmpty())
        lines.append({.text = tr("The library is damaged; these are the rows that can be read: %1")
                                  .arg(m_library.damage()),
                      .button = {},
                      .action = nullptr});
    if (m_library.state() == State::ReadOnly)
        lines.append(
            {.text = tr("This library can only be read."), .button = {}, .action = nullptr});
    if (!m_remark.isEmpty())
        lines.append({.text = m_remark, .button = tr("Dismiss"), .action = [this] {
                          m_remark.clear();
                          showSearch();
                      }});
    m_notice->show(lines);
}

bool LibraryPage::hasSelectedRow() const
{
    return m_table->selectedRows().size() == 1;
}

bool LibraryPage::hasChangeableRows() const
{
    return m_library.state() == LibrarySession::State::Ready && !m_table->selectedRows().isEmpty();
}

void LibraryPage::focusSearch()
{
    m_line->setFocus(Qt::ShortcutFocusReason);
    m_line->selectAll();
}

void LibraryPage::openRow(const LibraryRow& row)
{
    if (row.isGroup)
        Q_EMIT groupRequested(row.id);
    else
        m_library.openReport(row.id);
}

void LibraryPage::showReportsOf(qint64 group)
{
    m_library.showReportsOf(group);
    m_table->focusRows();
}

QList<qint64> LibraryPage::reportsToCompare() const
{
    const auto rows = m_table->selectedRows();
    if (rows.size() != 2 || rows.front().isGroup)
        return {};
    return {rows.front().id, rows.back().id};
}

void LibraryPage::openSelected()
{
    const auto rows = m_table->selectedRows();
    if (rows.size() == 1)
        openRow(rows.front());
}

/// Down leads from the search line to what it finds.
bool LibraryPage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_line && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Down) {
        m_table->focusRows();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void LibraryPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_library.setWatching(*this, true);
}

void LibraryPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_library.setWatching(*this, false);
}

/// In a narrow window the preview gives way first, then the facets.
void LibraryPage::arrange()
{
    const int step = m_theme.metrics().step;
    const bool hasPreview = width() >= kLeastWithPreview * step;
    const bool hasFacets = width() >= kLeastWithFacets * step;
    m_preview->setVisible(hasPreview);
    m_rightEdge->setVisible(hasPreview);
    m_facets->setVisible(hasFacets);
    m_leftEdge->setVisible(hasFacets);
    m_preview->setFixedWidth(kPreview * step);
    m_facets->setFixedWidth(kFacets * step);
}

void LibraryPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void LibraryPage::applyTheme()
{
    const Metrics& m = m_theme.metrics();
    const ThemeTokens& t = m_theme.tokens();
    m_sentence->setFont(m_theme.headlineFont());
    setTextColour(*m_facts, t.dim);
    m_header->setFixedHeight(57 * m.step / 4);
    m_header->layout()->setContentsMargins(m.barMargin(), 0, m.barMargin(), 0);
    m_search->layout()->setContentsMargins(m.barMargin(), m.textMargin(), m.barMargin(),
                                           m.textMargin());
    m_search->layout()->setSpacing(m.step);
    while (!m_line->actions().isEmpty())
        delete m_line->actions().front();
    m_line->addAction(themedIcon(QStringLiteral("find"), t.faint, m.icon()),
                      QLineEdit::LeadingPosition);
    for (QWidget* edge : {m_leftEdge, m_rightEdge}) {
        QPalette palette = edge->palette();
        palette.setColor(QPalette::Window, t.line);
        edge->setPalette(palette);
    }
    arrange();
    update();
}

void LibraryPage::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.tokens().base);
    painter.setPen(m_theme.tokens().line);
    for (const QWidget* above : {m_header, m_search})
        painter.drawLine(QPoint(0, above->geometry().bottom()),
                         QPoint(width(), above->geometry().bottom()));
}

} // namespace faultline::ui

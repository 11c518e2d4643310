// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/debug_file_page.h"

#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/views/chip.h"
#include "ui/views/flat_button.h"
#include "ui/views/footer_bar.h"
#include "ui/views/page_head.h"
#include "ui/views/panel_header.h"
#include "ui/views/row_view.h"
#include "ui/views/state_page.h"
#include "ui/views/tight_layout.h"

#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QStackedWidget>

#include <algorithm>

namespace faultline::ui {

namespace {

using Session = DebugFileSession;

// In steps of the theme.
constexpr int kLeftSteps = 75;
constexpr int kLeastWithRight = 250;
constexpr int kLeastList = 24;
constexpr int kMostIdentity = 9; ///< Rows; further ones are scrolled to.
constexpr int kMostWanted = 4;
constexpr int kTypedMs = 150;
constexpr int kAllRoom = 1000; ///< What is left goes to this panel, as long as it is shown.

enum ListTab { FunctionsTab, FilesTab };

QString icon()
{
    return QStringLiteral("module");
}

} // namespace

DebugFilePage::DebugFilePage(const Theme& theme, DebugFileSession& file, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_file(file),
      m_head(new PageHead(theme, QStringLiteral("inspector"), this)), m_uses(new Chip(theme)),
      m_otherBuilds(new Chip(theme)), m_format(new Chip(theme)),
      m_open(new QPushButton(tr("Open…"))), m_copy(new FlatButton(theme, tr("Copy"))),
      m_sectionsTitle(new PanelHeader(theme, tr("Sections"))),
      m_wantedTitle(new PanelHeader(theme, tr("Wanted by"))),
      m_listTitle(new PanelHeader(theme, tr("Functions"))),
      m_linesTitle(new PanelHeader(theme, tr("Lines"))),
      m_identity(makeRows(file.identity(), "inspector.identity", tr("Identity"))),
      m_contents(makeRows(file.contents(), "inspector.contents", tr("What is in it"))),
      m_sections(makeRows(file.sections(), "inspector.sections", tr("Sections"))),
      m_wanted(makeRows(file.wanted(), "inspector.wanted", tr("Wanted by"))),
      m_functions(makeRows(file.functions(), "inspector.functions", tr("Functions"))),
      m_files(makeRows(file.files(), "inspector.files", tr("Source files"))),
      m_lines(makeRows(file.lines(), "inspector.lines", tr("Lines"))),
      m_place(makeRows(file.place(), "inspector.place", tr("At the address"))),
      m_search(new QLineEdit), m_address(new QLineEdit), m_placeLabel(plainLabel()),
      m_lists(new QStackedWidget), m_footer(new FooterBar(theme)),
      m_view(new StatefulView(theme, buildContent(), this))
{
    setObjectName(QStringLiteral("page.inspector"));
    buildHead();
    QBoxLayout* layout = tight(new QVBoxLayout(this));
    layout->addWidget(m_head);
    layout->addWidget(m_view, 1);
    setFocusProxy(m_search);
    connectFile();
    connectFields();
    connect(&theme, &Theme::changed, this, &DebugFilePage::applyTheme);
    applyTheme();
    refresh();
}

RowView* DebugFilePage::makeRows(QAbstractItemModel& model, const char* name, const QString& title)
{
    auto* rows = new RowView(m_theme, RowHeight::Dense);
    rows->setModel(&model);
    rows->setObjectName(QLatin1String(name));
    rows->setAccessibleName(title);
    return rows;
}

QWidget* DebugFilePage::panel(PanelHeader* header, QWidget* content)
{
    auto* area = new QWidget;
    QBoxLayout* layout = tight(new QVBoxLayout(area));
    layout->addWidget(header);
    layout->addWidget(content, 1);
    return area;
}

void DebugFilePage::buildHead()
{
    m_open->setObjectName(QStringLiteral("inspector.open"));
    m_open->setAccessibleName(tr("Open a debug file"));
    for (QWidget* widget : std::initializer_list<QWidget*>{m_uses, m_otherBuilds, m_format, m_open})
        m_head->addRight(widget);
    connect(m_open, &QPushButton::clicked, this, &DebugFilePage::askForFile);
}

QWidget* DebugFilePage::buildContent()
{
    m_left = buildLeft();
    auto* right = new QWidget;
    m_right = right;
    QBoxLayout* rightLayout = tight(new QVBoxLayout(right));
    rightLayout->addWidget(buildLines(), 3);
    rightLayout->addWidget(buildLookUp(), 2);
    auto* work = new QWidget;
    m_work = tight(new QHBoxLayout(work));
    m_work->addWidget(buildMiddle(), 1);
    m_work->addWidget(new PanelEdge(m_theme, Qt::Vertical));
    m_work->addWidget(right, 1);
    auto* content = new QWidget;
    QBoxLayout* layout = tight(new QHBoxLayout(content));
    layout->addWidget(m_left);
    layout->addWidget(new PanelEdge(m_theme, Qt::Vertical));
    layout->addWidget(work, 1);
    return content;
}

QWidget* DebugFilePage::buildLeft()
{
    for (RowView* rows : {m_identity, m_contents, m_sections, m_wanted})
        rows->setHeaderHidden(true);
    m_identity->setColumnWidths({14, 0});
    auto* identityTitle = new PanelHeader(m_theme, tr("Identity"));
    m_copy->setObjectName(QStringLiteral("inspector.copy"));
    m_copy->setAccessibleName(tr("Copy the identity"));
    identityTitle->addRight(m_copy);
    m_sectionsPanel = panel(m_sectionsTitle, m_sections);
    m_wantedPanel = panel(m_wantedTitle, m_wanted);
    auto* left = new QWidget;
    QBoxLayout* layout = tight(new QVBoxLayout(left));
    layout->addWidget(panel(identityTitle, m_identity));
    layout->addWidget(panel(new PanelHeader(m_theme, tr("What is in it")), m_contents));
    layout->addWidget(m_sectionsPanel, kAllRoom);
    layout->addWidget(m_wantedPanel);
    layout->addStretch(1);
    return left;
}

QWidget* DebugFilePage::buildMiddle()
{
    m_functions->setSelectionMode(QAbstractItemView::SingleSelection);
    m_lists->addWidget(m_functions);
    m_lists->addWidget(m_files);
    m_listTitle->appendTab(tr("Source files"));
    m_listTitle->setTabsName(QStringLiteral("inspector.tabs"));
    m_search->setObjectName(QStringLiteral("inspector.search"));
    m_search->setClearButtonEnabled(true);
    m_search->setPlaceholderText(tr("Name, with * for any text"));
    m_search->setAccessibleName(tr("Search in functions and source files"));
    auto* list = new QWidget;
    QBoxLayout* layout = tight(new QVBoxLayout(list));
    auto* field = new QHBoxLayout;
    const int margin = m_theme.metrics().textMargin();
    field->setContentsMargins(margin, margin / 2, margin, margin / 2);
    field->addWidget(m_search);
    layout->addLayout(field);
    layout->addWidget(m_lists, 1);
    layout->addWidget(m_footer);
    m_footer->setObjectName(QStringLiteral("inspector.footer"));
    m_listView = new StatefulView(m_theme, list);
    return panel(m_listTitle, m_listView);
}

QWidget* DebugFilePage::buildLines()
{
    m_linesView = new StatefulView(m_theme, m_lines);
    return panel(m_linesTitle, m_linesView);
}

QWidget* DebugFilePage::buildLookUp()
{
    m_address->setObjectName(QStringLiteral("inspector.address"));
    m_address->setClearButtonEnabled(true);
    m_address->setPlaceholderText(tr("Address as linked, such as 0x412e6"));
    m_address->setAccessibleName(tr("Address to look up"));
    m_placeLabel->setWordWrap(true);
    m_placeLabel->setObjectName(QStringLiteral("inspector.place_sentence"));
    m_place->setHeaderHidden(true);
    auto* lookUp = new QWidget;
    QBoxLayout* layout = tight(new QVBoxLayout(lookUp));
    auto* field = new QVBoxLayout;
    const int margin = m_theme.metrics().textMargin();
    field->setContentsMargins(margin, margin / 2, margin, margin / 2);
    field->addWidget(m_address);
    field->addWidget(m_placeLabel);
    layout->addLayout(field);
    layout->addWidget(m_place, kAllRoom);
    layout->addStretch(1);
    return panel(new PanelHeader(m_theme, tr("Look up an address")), lookUp);
}

void DebugFilePage::connectFile()
{
    connect(&m_file, &Session::changed, this, &DebugFilePage::refresh);
    connect(&m_file, &Session::functionsChanged, this, &DebugFilePage::showFunctions);
    connect(&m_file, &Session::filesChanged, this, &DebugFilePage::showLists);
    connect(&m_file, &Session::linesChanged, this, &DebugFilePage::showLines);
    connect(&m_file, &Session::placeChanged, this, &DebugFilePage::showPlace);
    connect(&m_file, &Session::wantedChanged, this, &DebugFilePage::showChips);
}

void DebugFilePage::connectFields()
{
    m_typed.setSingleShot(true);
    m_typed.setInterval(kTypedMs);
    connect(&m_typed, &QTimer::timeout, this, &DebugFilePage::search);
    connect(m_search, &QLineEdit::textChanged, this, [this] { m_typed.start(); });
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        m_typed.stop();
        search();
        m_lists->currentWidget()->setFocus(Qt::OtherFocusReason);
    });
    connect(m_listTitle, &PanelHeader::tabChosen, this, [this](int tab) {
        m_lists->setCurrentIndex(tab);
        showLists();
    });
    connect(m_functions, &RowView::currentRowChanged, this,
            [this](const QModelIndex& index) { m_file.showFunction(index.row()); });
    connect(m_address, &QLineEdit::textChanged, &m_file, &Session::lookUp);
    connect(m_wanted, &RowView::rowChosen, this, [this](const QModelIndex& index) {
        Q_EMIT reportRequested(index.data(IdRole).toString());
    });
    connect(m_copy, &FlatButton::clicked, this,
            [this] { Q_EMIT copyRequested(m_file.identityText()); });
}

void DebugFilePage::askForFile()
{
    auto* dialog = new QFileDialog(this, tr("Open Debug File"));
    dialog->setObjectName(QStringLiteral("dialog.inspect"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, &m_file, &Session::open);
    dialog->open();
}

QString DebugFilePage::tabName() const
{
    return m_file.path().isEmpty() ? tr("Debug file") : m_file.fileName();
}

void DebugFilePage::refresh()
{
    const ViewState::Button open{tr("Open…"), [this] { askForFile(); }};
    m_head->setTexts(m_file.sentence(), m_file.facts());
    switch (m_file.state()) {
    case Session::State::Empty:
        m_view->showState({icon(),
                           tr("Drop a debug file here."),
                           {open},
                           tr("ELF, Mach-O, PE, PDB, Breakpad, source map, mapping")});
        break;
    case Session::State::Reading:
        m_address->clear();
        m_view->showState({icon(),
                           richText(tr("Reading %1…").arg(m_file.fileName())),
                           {{tr("Cancel"), [this] { m_file.close(); }}},
                           {}});
        break;
    case Session::State::Failed:
        m_view->showState({QStringLiteral("damaged"),
                           richText(tr("%1 cannot be read.").arg(m_file.fileName())),
                           {open},
                           m_file.problem()});
        break;
    case Session::State::Indexing:
    case Session::State::Ready: m_view->showContent(); break;
    }
    m_right->setVisible(m_file.isSearchable());
    showChips();
    showFunctions();
    showLines();
    showPlace();
    Q_EMIT changed();
}

void DebugFilePage::showChips()
{
    m_uses->setFact(m_file.uses() > 0 ? tr("%n open report(s) want it", nullptr, m_file.uses())
                                      : QString());
    m_otherBuilds->setFact(m_file.otherBuilds() > 0 ? tr("%n open report(s) want another build",
                                                         nullptr, m_file.otherBuilds())
                                                    : QString(),
                           Chip::Mood::Warn);
    m_format->setFact(m_file.formatFact());
    m_open->setVisible(m_view->showsContent());
    m_wantedPanel->setVisible(m_file.wanted().rowCount() > 0);
    m_sectionsPanel->setVisible(m_file.sections().rowCount() > 0);
    m_sectionsTitle->setCaption(m_file.sectionSummary());
    fitLeft();
}

/// Panels take the height of their content, and Sections what is left.
void DebugFilePage::fitLeft()
{
    const int row = m_theme.metrics().denseRow();
    const auto fit = [row](RowView* rows, int most) {
        rows->setFixedHeight(std::clamp(rows->model()->rowCount(), 1, most) * row);
    };
    fit(m_identity, kMostIdentity);
    fit(m_contents, kMostIdentity);
    fit(m_wanted, kMostWanted);
}

void DebugFilePage::showFunctions()
{
    showLists();
    const bool hasRows = m_file.functions().rowCount() > 0;
    if (hasRows && !m_functions->currentIndex().isValid())
        m_functions->setCurrentIndex(m_file.functions().index(0, 0));
}

void DebugFilePage::showLists()
{
    const bool showsFiles = m_listTitle->currentTab() == FilesTab;
    m_listTitle->setCaption(!m_file.isSearchable() ? QString()
                            : showsFiles           ? m_file.fileSummary()
                                                   : m_file.functionSummary());
    m_listTitle->setVisible(m_file.isSearchable());
    if (!m_file.isSearchable()) {
        m_listView->showState({icon(), tr("This file has no functions to search."), {}, {}});
    } else if (m_file.state() == Session::State::Indexing) {
        m_listView->showState({icon(),
                               tr("Reading functions and lines…"),
                               {{tr("Cancel"), [this] { m_file.close(); }}},
                               {}});
    } else if (!m_file.hasIndex()) {
        m_listView->showState({QStringLiteral("damaged"),
                               tr("Functions and lines cannot be read."),
                               {},
                               m_file.problem()});
    } else {
        m_listView->showContent();
    }
    showFooter(showsFiles);
}

/// Speaks of the search that was answered, not of what was typed since.
void DebugFilePage::showFooter(bool showsFiles)
{
    const QAbstractItemModel& model = showsFiles ? m_file.files() : m_file.functions();
    const auto& functions = m_file.foundFunctions();
    const auto& files = m_file.foundFiles();
    const bool isWhole =
        std::uint64_t(model.rowCount()) >= (showsFiles ? files.found : functions.found);
    const QString pattern = QString::fromStdString(showsFiles ? files.pattern : functions.pattern);
    const QString hint =
        showsFiles ? tr("The first %n source file(s) are shown", nullptr, model.rowCount())
                   : tr("The first %n function(s) are shown", nullptr, model.rowCount());
    const QString nothing =
        pattern.isEmpty() ? QString() : tr("Nothing is called “%1”").arg(pattern);
    m_footer->setText(model.rowCount() == 0 ? nothing : isWhole ? QString() : hint, {});
}

void DebugFilePage::showLines()
{
    m_linesTitle->setTitle(m_file.linesTitle());
    m_linesTitle->setCaption(m_file.linesSummary());
    if (m_file.lines().rowCount() > 0)
        m_linesView->showContent();
    else
        m_linesView->showState({QStringLiteral("list"),
                                tr("The lines of the selected function appear here."),
                                {},
                                {}});
}

void DebugFilePage::showPlace()
{
    m_placeLabel->setText(shownText(m_file.placeSentence()));
    m_placeLabel->setVisible(!m_file.placeSentence().isEmpty());
    m_place->setVisible(m_file.place().rowCount() > 0);
    m_address->setEnabled(m_file.hasIndex() && m_file.isSearchable());
}

void DebugFilePage::search()
{
    m_file.findFunctions(m_search->text());
    m_file.findFiles(m_search->text());
}

/// In a narrow window, lines and addresses stand below the functions.
void DebugFilePage::arrange()
{
    const int step = m_theme.metrics().step;
    const bool isWide = width() >= kLeastWithRight * step;
    m_work->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void DebugFilePage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

/// Reports may have come or gone.
void DebugFilePage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_file.compareReports();
}

void DebugFilePage::applyTheme()
{
    const Metrics& m = m_theme.metrics();
    m_left->setFixedWidth(kLeftSteps * m.step);
    m_functions->setMinimumHeight(kLeastList * m.step);
    m_copy->setColour(m_theme.tokens().link);
    m_placeLabel->setFont(m_theme.captionFont());
    setTextColour(*m_placeLabel, m_theme.tokens().dim);
    fitLeft();
    arrange();
    update();
}

void DebugFilePage::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), m_theme.tokens().base);
}

} // namespace faultline::ui

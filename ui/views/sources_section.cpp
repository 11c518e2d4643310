// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/sources_section.h"

#include "ui/models/shown_text.h"
#include "ui/style/workbench_style.h"
#include "ui/views/page_head.h"
#include "ui/views/row_view.h"
#include "ui/views/source_panel.h"
#include "ui/views/source_words.h"
#include "ui/views/state_page.h"
#include "ui/views/tight_layout.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QUuid>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace faultline::ui {

namespace {

using Kind = SourceSetting::Kind;

// In steps of the theme.
constexpr int kSourceEditor = 96;
constexpr int kLeastWithSourceEditor = 220;

/// Sources may share a name, but not all of their settings.
QString testKey(const SourceSetting& source)
{
    SourceSetting same = source;
    same.isOn = true;
    return toFields(same).join(u'\n');
}

} // namespace

SourcesSection::SourcesSection(const UiContext& context, QWidget* parent)
    : SettingsSection(
          context.theme,
          {QStringLiteral("sources"), Area::Symbols, tr("Sources"), QStringLiteral("globe")},
          parent),
      m_context(context), m_head(new PageHead(context.theme, QStringLiteral("sources"))),
      m_add(new QPushButton(tr("Add source…"))), m_testAll(new QPushButton(tr("Test all"))),
      m_kinds(new QMenu(this)), m_rows(new RowView(context.theme, RowHeight::TwoLines)),
      m_view(new StatefulView(context.theme, m_rows)), m_panel(new SourcePanel(context))
{
    m_list = buildList();
    m_edge = new PanelEdge(context.theme, Qt::Vertical);
    QBoxLayout* layout = tight(new QHBoxLayout(this));
    layout->addWidget(m_list, 1);
    layout->addWidget(m_edge);
    layout->addWidget(m_panel);
    fillMenu();
    connectRows();
    connect(&context.settings, &AppSettings::sourcesChanged, this, &SourcesSection::refresh);
    connect(&context.workbench, &Workbench::sourceTested, this,
            [this](const SourceSetting& source, const SourceTest& result) {
                m_tests.insert(testKey(source), result);
                refresh();
            });
    connect(&context.theme, &Theme::changed, this, &SourcesSection::arrange);
    refresh();
    if (m_model.rowCount() > 0)
        m_rows->setCurrentIndex(m_model.index(0, 0));
    arrange();
}

QWidget* SourcesSection::buildList()
{
    auto* list = new QWidget;
    m_add->setObjectName(QStringLiteral("sources.add"));
    m_testAll->setObjectName(QStringLiteral("sources.test_all"));
    m_head->addRight(m_add);
    m_head->addRight(m_testAll);
    m_rows->setModel(&m_model);
    m_rows->setAccessibleName(tr("Sources"));
    m_rows->setObjectName(QStringLiteral("sources.rows"));
    m_rows->setSelectionMode(QAbstractItemView::SingleSelection);
    QBoxLayout* layout = tight(new QVBoxLayout(list));
    layout->addWidget(m_head);
    layout->addWidget(m_view, 1);
    return list;
}

/// A public server's entry says what it is sent.
void SourcesSection::fillMenu()
{
    m_kinds->setObjectName(QStringLiteral("sources.kinds"));
    m_kinds->setToolTipsVisible(true);
    for (const Kind kind : {Kind::Folder, Kind::Http, Kind::S3, Kind::Gcs, Kind::Sentry}) {
        QAction* action = m_kinds->addAction(withoutKeys(sourceKindName(kind)), this, [this, kind] {
            SourceSetting source{.kind = kind, .name = {}, .location = {}, .layout = {}};
            source.access = accessesOf(kind).first();
            if (kind == Kind::Http)
                source.layout = QStringLiteral("debuginfod");
            else if (kind == Kind::S3 || kind == Kind::Gcs)
                source.layout = QStringLiteral("unified");
            add(source);
        });
        action->setObjectName(QStringLiteral("sources.kind.%1").arg(int(kind)));
    }
    QMenu* presets = m_kinds->addMenu(tr("Well-known public server"));
    presets->setObjectName(QStringLiteral("sources.presets"));
    presets->setToolTipsVisible(true);
    for (const SourcePresetRow& preset : m_context.workbench.sourcePresets()) {
        QAction* action = presets->addAction(withoutKeys(preset.name), this, [this, preset] {
            add({.kind = Kind::Preset, .name = preset.name, .location = preset.id, .layout = {}});
        });
        action->setToolTip(shownText(preset.whatIsSent));
    }
}

void SourcesSection::connectRows()
{
    connect(m_add, &QPushButton::clicked, this, &SourcesSection::askForKind);
    connect(m_testAll, &QPushButton::clicked, this, &SourcesSection::testAll);
    connect(m_rows, &RowView::currentRowChanged, this, &SourcesSection::showPanel);
    connect(m_rows, &RowView::rowChosen, this, [this] {
        openPanel(true);
        m_panel->editLocation();
    });
    connect(m_rows, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) {
        if (index.column() == SourceModel::OnColumn)
            toggle(index.row());
    });
    addKey(Qt::Key_Space, [this] { toggle(m_rows->currentIndex().row()); });
    addKey(QKeySequence::Delete, [this] { remove(); });
    addKey(Qt::CTRL | Qt::Key_Up, [this] { move(-1); });
    addKey(Qt::CTRL | Qt::Key_Down, [this] { move(+1); });
    connect(m_rows, &RowView::menuOpened, this, [this](QMenu& menu) {
        const int at = selected();
        QAction* up = menu.addAction(tr("Ask earlier"), this, [this] { move(-1); });
        up->setEnabled(at > 0);
        QAction* down = menu.addAction(tr("Ask later"), this, [this] { move(+1); });
        down->setEnabled(at >= 0 && at + 1 < m_context.settings.sources().size());
    });
    connect(m_panel, &SourcePanel::edited, this, &SourcesSection::replace);
    connect(m_panel, &SourcePanel::testRequested, this,
            [this] { test(m_rows->currentIndex().row()); });
    connect(m_panel, &SourcePanel::duplicateRequested, this, &SourcesSection::duplicate);
    connect(m_panel, &SourcePanel::removeRequested, this, &SourcesSection::remove);
    connect(m_panel, &SourcePanel::backRequested, this, [this] {
        openPanel(false);
        m_rows->setFocus(Qt::OtherFocusReason);
    });
}

void SourcesSection::addKey(const QKeySequence& keys, std::function<void()> act)
{
    auto* shortcut = new QShortcut(keys, m_rows);
    shortcut->setContext(Qt::WidgetShortcut);
    connect(shortcut, &QShortcut::activated, this, std::move(act));
}

QList<SourceSetting> SourcesSection::all() const
{
    return m_context.workbench.configuredSources() + m_context.settings.sources();
}

int SourcesSection::fixedCount() const
{
    return int(m_context.workbench.configuredSources().size());
}

int SourcesSection::selected() const
{
    const int row = m_rows->currentIndex().row();
    return row < fixedCount() || row >= m_model.rowCount() ? -1 : row - fixedCount();
}

void SourcesSection::select(int source)
{
    m_rows->setCurrentIndex(m_model.index(source + fixedCount(), 0));
    showPanel();
}

QString SourcesSection::fact() const
{
    const auto sources = all();
    const auto on = std::ranges::count_if(sources, &SourceSetting::isOn);
    //: how many of how many sources are on
    return sources.isEmpty() ? QString() : tr("%1 of %2 on").arg(on).arg(sources.size());
}

QString SourcesSection::foot() const
{
    return tr("Every change counts at once. Nothing contacts a source that is off.");
}

int SourcesSection::filter(const QString& text)
{
    int found = 0;
    for (const SourceRow& row : m_model.allRows()) {
        for (const QString& each : {row.name, row.kind, row.location})
            found += each.contains(text, Qt::CaseInsensitive) ? 1 : 0;
    }
    for (const char* word :
         {QT_TR_NOOP("Layout"), QT_TR_NOOP("Region"), QT_TR_NOOP("Endpoint"),
          QT_TR_NOOP("Only paths"), QT_TR_NOOP("Test"), QT_TR_NOOP("Well-known public server")})
        found += tr(word).contains(text, Qt::CaseInsensitive) ? 1 : 0;
    return found;
}

void SourcesSection::refresh()
{
    QList<SourceRow> rows;
    for (const SourceSetting& source : all()) {
        const int index = int(rows.size());
        const bool isFixed = index < fixedCount();
        SourceTest test = m_tests.value(testKey(source));
        if (source.isOn && test.state == SourceTest::State::NotTested)
            test = {}; // It was off when all others were asked.
        rows.append({.index = index,
                     .name = source.name.isEmpty() ? tr("New source") : source.name,
                     .kind = sourceKindText(source),
                     .location = sourcePlaceText(source),
                     .files = sourceFilesText(source),
                     .problem = isFixed ? QString() : sourceProblem(source).text,
                     .isFixed = isFixed,
                     .isOn = source.isOn,
                     .test = test});
    }
    m_model.setRows(rows);
    if (rows.isEmpty())
        m_view->showState(
            {.icon = QStringLiteral("globe"),
             .sentence = tr("No sources yet. Nothing contacts a network."),
             .buttons = {{.text = tr("Add source…"), .action = [this] { askForKind(); }}},
             .detail = {}});
    else
        m_view->showContent();
    if (!m_rows->currentIndex().isValid() && !rows.isEmpty())
        m_rows->setCurrentIndex(m_model.index(0, 0));
    m_testAll->setEnabled(!rows.isEmpty());
    showHead();
    showPanel();
    Q_EMIT factChanged();
}

/// What is wrong now comes first.
void SourcesSection::showHead()
{
    const auto& rows = m_model.allRows();
    const auto on = std::ranges::count_if(rows, &SourceRow::isOn);
    QStringList failing;
    for (const SourceRow& row : rows) {
        if (row.isOn && row.test.state == SourceTest::State::Fails)
            failing.append(row.name + QStringLiteral(": ") + row.test.text);
    }
    if (rows.isEmpty())
        return m_head->setTexts(tr("No sources yet"),
                                tr("debug files of this computer are found without any"));
    if (!failing.isEmpty())
        return m_head->setTexts(
            tr("%Ln source(s) do not answer as they should", nullptr, int(failing.size())),
            failing.join(QStringLiteral("  ·  ")));
    m_head->setTexts(tr("%1 of %Ln source(s) are on", nullptr, int(rows.size())).arg(on),
                     tr("asked from top to bottom; a server is sent the file name and build id of "
                        "each module it is asked for"));
}

void SourcesSection::showPanel()
{
    const int row = m_rows->currentIndex().row();
    const auto sources = all();
    const bool hasSource = row >= 0 && row < sources.size();
    if (hasSource)
        m_panel->show(sources.at(row), row < fixedCount(), m_tests.value(testKey(sources.at(row))));
    else
        m_isPanelOpen = false;
    arrange();
}

void SourcesSection::askForKind()
{
    m_kinds->popup(m_add->mapToGlobal(QPoint(0, m_add->height())));
}

/// A new source is off until the user has filled it in and switches it on.
void SourcesSection::add(SourceSetting source)
{
    source.isOn = false;
    source.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    if (source.name.isEmpty())
        source.name = tr("New source");
    auto sources = m_context.settings.sources();
    sources.append(source);
    m_context.settings.setSources(sources);
    select(int(sources.size()) - 1);
    openPanel(true);
    m_panel->editLocation();
}

/// A folder is looked at as soon as its path is entered; a server is asked only on request.
void SourcesSection::replace(const SourceSetting& source)
{
    const int at = selected();
    auto sources = m_context.settings.sources();
    if (at < 0 || at >= sources.size())
        return;
    const bool isOtherFolder =
        source.kind == Kind::Folder && source.location != sources.at(at).location;
    sources[at] = source;
    m_context.settings.setSources(sources);
    if (isOtherFolder && sourceProblem(source).text.isEmpty())
        test(at + fixedCount());
}

void SourcesSection::toggle(int row)
{
    const int at = row - fixedCount();
    auto sources = m_context.settings.sources();
    if (at < 0 || at >= sources.size())
        return;
    const QString problem = sourceProblem(sources.at(at)).text;
    if (!sources.at(at).isOn && !problem.isEmpty()) {
        Q_EMIT messageGiven(problem);
        return;
    }
    sources[at].isOn = !sources.at(at).isOn;
    m_context.settings.setSources(sources);
}

/// The copy has no secrets: they belong to the other one.
void SourcesSection::duplicate()
{
    const int at = selected();
    if (at < 0)
        return;
    SourceSetting copy = m_context.settings.sources().at(at);
    copy.name = tr("%1 (copy)").arg(copy.name);
    add(copy);
}

void SourcesSection::remove()
{
    const int at = selected();
    auto sources = m_context.settings.sources();
    if (at < 0)
        return;
    const SourceSetting removed = sources.takeAt(at);
    if (m_context.workbench.credentials() && !removed.id.isEmpty())
        m_context.workbench.credentials()->forget(removed.id, secretFieldsOf(removed.access));
    m_context.settings.setSources(sources);
    if (!sources.isEmpty())
        select(std::min(at, int(sources.size()) - 1));
    openPanel(false);
    Q_EMIT messageGiven(tr("Source “%1” removed").arg(removed.name));
}

void SourcesSection::move(int direction)
{
    const int at = selected();
    auto sources = m_context.settings.sources();
    const int to = at + direction;
    if (at < 0 || to < 0 || to >= sources.size())
        return;
    sources.swapItemsAt(at, to);
    m_context.settings.setSources(sources);
    select(to);
}

void SourcesSection::test(int row)
{
    const auto sources = all();
    if (row < 0 || row >= sources.size())
        return;
    const SourceSetting& source = sources.at(row);
    const QString problem = row < fixedCount() ? QString() : sourceProblem(source).text;
    SourceTest& result = m_tests[testKey(source)];
    if (problem.isEmpty()) {
        result = {.state = SourceTest::State::Running, .text = tr("testing…"), .detail = {}};
        m_context.workbench.testSource(source);
    } else {
        result = {
            .state = SourceTest::State::Fails, .text = tr("was not asked"), .detail = problem};
    }
    refresh();
}

/// Those that are off are not contacted, and say so.
void SourcesSection::testAll()
{
    const auto sources = all();
    for (int row = 0; row < sources.size(); ++row) {
        if (sources.at(row).isOn)
            test(row);
        else
            m_tests[testKey(sources.at(row))] = {.state = SourceTest::State::NotTested,
                                                 .text = tr("is off, was not asked"),
                                                 .detail = {}};
    }
    refresh();
}

void SourcesSection::openPanel(bool isOpen)
{
    m_isPanelOpen = isOpen;
    arrange();
}

/// In a narrow window the editor covers the list.
void SourcesSection::arrange()
{
    const int step = m_context.theme.metrics().step;
    m_isNarrow = width() < kLeastWithSourceEditor * step;
    const bool hasSource = m_rows->currentIndex().isValid() && m_model.rowCount() > 0;
    const bool showsPanel = hasSource && (!m_isNarrow || m_isPanelOpen);
    const bool showsList = !m_isNarrow || !showsPanel;
    m_panel->setBackShown(m_isNarrow);
    m_panel->setMinimumWidth(m_isNarrow ? 0 : kSourceEditor * step);
    m_panel->setMaximumWidth(m_isNarrow ? QWIDGETSIZE_MAX : kSourceEditor * step);
    m_panel->setVisible(showsPanel);
    m_edge->setVisible(showsPanel && showsList);
    m_list->setVisible(showsList);
}

void SourcesSection::resizeEvent(QResizeEvent* event)
{
    SettingsSection::resizeEvent(event);
    arrange();
}

} // namespace faultline::ui

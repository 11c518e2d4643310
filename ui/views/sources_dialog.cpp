// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/sources_dialog.h"

#include "ui/style/plain_label.h"
#include "ui/views/add_source_dialog.h"
#include "ui/views/row_view.h"
#include "ui/views/state_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

#include <utility>

namespace faultline::ui {

namespace {

/// Sources may share a name, but not all of their settings.
QString testKey(const SourceSetting& source)
{
    return QStringList{QString::number(int(source.kind)), source.name, source.location,
                       source.layout}
        .join(u'\n');
}

} // namespace

SourcesDialog::SourcesDialog(const UiContext& context, QWidget* parent)
    : QDialog(parent), m_context(context), m_rows(new RowView(context.theme, RowHeight::Normal)),
      m_view(new StatefulView(context.theme, m_rows, this)), m_hosts(new QListWidget(this)),
      m_host(new QLineEdit(this)), m_allow(new QPushButton(tr("A&llow"), this)),
      m_forget(new QPushButton(tr("F&orget"), this))
{
    setObjectName(QStringLiteral("dialog.sources"));
    setWindowTitle(tr("Sources"));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(buildSources(), 3);
    layout->addWidget(buildHosts(), 1);
    const int step = context.theme.metrics().step;
    resize(210 * step, 130 * step);
    connect(&context.settings, &AppSettings::sourcesChanged, this, &SourcesDialog::refresh);
    connect(&context.settings, &AppSettings::sourceHostsChanged, this,
            &SourcesDialog::refreshHosts);
    connect(&context.workbench, &Workbench::sourceTested, this,
            [this](const SourceSetting& source, const SourceTest& result) {
                m_tests.insert(testKey(source), result);
                refresh();
            });
    refresh();
    refreshHosts();
    if (m_model.rowCount() > 0)
        m_rows->setCurrentIndex(m_model.index(0, 0));
    m_rows->setFocus();
}

QWidget* SourcesDialog::buildSources()
{
    auto* area = new QWidget(this);
    auto* text = plainLabel(tr("Debug files are looked for in this order. A server is sent the "
                               "file name and build id of each module it is asked for."),
                            area);
    text->setWordWrap(true);
    m_rows->setModel(&m_model);
    m_rows->setAccessibleName(tr("Sources"));
    m_rows->setObjectName(QStringLiteral("sources.rows"));
    m_rows->setColumnWidths({22, 24, 0, 26});
    m_rows->setFirmColumns({SourceModel::NameColumn, SourceModel::TestColumn});
    m_rows->setSelectionMode(QAbstractItemView::SingleSelection);
    connect(m_rows, &RowView::currentRowChanged, this, &SourcesDialog::refreshButtons);
    connect(m_rows, &RowView::rowChosen, this, &SourcesDialog::edit);
    addKey(QKeySequence::Delete, [this] { remove(); });
    addKey(Qt::CTRL | Qt::Key_Up, [this] { move(-1); });
    addKey(Qt::CTRL | Qt::Key_Down, [this] { move(+1); });
    auto* column = new QVBoxLayout;
    addButton(*column, "sources.add", tr("&Add…"), [this] { add(); });
    m_edit = addButton(*column, "sources.edit", tr("&Edit…"), [this] { edit(); });
    m_remove = addButton(*column, "sources.remove", tr("&Remove"), [this] { remove(); });
    m_up = addButton(*column, "sources.up", tr("Move &Up"), [this] { move(-1); });
    m_down = addButton(*column, "sources.down", tr("Move &Down"), [this] { move(+1); });
    m_test = addButton(*column, "sources.test", tr("&Test"),
                       [this] { test(m_rows->currentIndex().row()); });
    m_testAll = addButton(*column, "sources.test_all", tr("Te&st All"), [this] { testAll(); });
    column->addStretch(1);
    auto* lower = new QHBoxLayout;
    lower->addWidget(m_view, 1);
    lower->addLayout(column);
    auto* layout = new QVBoxLayout(area);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(text);
    layout->addLayout(lower, 1);
    return area;
}

QPushButton* SourcesDialog::addButton(QVBoxLayout& column,
                                      const char* name,
                                      const QString& text,
                                      std::function<void()> act)
{
    auto* button = new QPushButton(text, this);
    button->setObjectName(QLatin1String(name));
    button->setAutoDefault(false); // Enter belongs to the list.
    column.addWidget(button);
    connect(button, &QPushButton::clicked, this, std::move(act));
    return button;
}

void SourcesDialog::addKey(const QKeySequence& keys, std::function<void()> act)
{
    auto* shortcut = new QShortcut(keys, m_rows);
    shortcut->setContext(Qt::WidgetShortcut);
    connect(shortcut, &QShortcut::activated, this, std::move(act));
}

QWidget* SourcesDialog::buildHosts()
{
    auto* area = new QWidget(this);
    auto* text = plainLabel(tr("Hosts that may be asked for source text to which debug files "
                               "link:"),
                            area);
    text->setWordWrap(true);
    m_hosts->setObjectName(QStringLiteral("sources.hosts"));
    m_hosts->setAccessibleName(tr("Allowed hosts"));
    m_host->setObjectName(QStringLiteral("sources.host"));
    m_host->setAccessibleName(tr("Host to allow"));
    m_host->setPlaceholderText(QStringLiteral("raw.example.org"));
    m_allow->setObjectName(QStringLiteral("sources.allow"));
    m_forget->setObjectName(QStringLiteral("sources.forget"));
    for (QPushButton* button : {m_allow, m_forget})
        button->setAutoDefault(false);
    auto* line = new QHBoxLayout;
    line->addWidget(m_host, 1);
    line->addWidget(m_allow);
    line->addWidget(m_forget);
    auto* layout = new QVBoxLayout(area);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(text);
    layout->addWidget(m_hosts, 1);
    layout->addLayout(line);
    connect(m_allow, &QPushButton::clicked, this, &SourcesDialog::allowHost);
    connect(m_host, &QLineEdit::returnPressed, this, &SourcesDialog::allowHost);
    connect(m_host, &QLineEdit::textChanged, this, &SourcesDialog::refreshButtons);
    connect(m_forget, &QPushButton::clicked, this, &SourcesDialog::forgetHost);
    connect(m_hosts, &QListWidget::itemSelectionChanged, this, &SourcesDialog::refreshButtons);
    auto* forget = new QShortcut(QKeySequence::Delete, m_hosts);
    forget->setContext(Qt::WidgetShortcut);
    connect(forget, &QShortcut::activated, this, &SourcesDialog::forgetHost);
    return area;
}

QList<SourceSetting> SourcesDialog::all() const
{
    return m_context.workbench.configuredSources() + m_context.settings.sources();
}

int SourcesDialog::fixedCount() const
{
    return int(m_context.workbench.configuredSources().size());
}

int SourcesDialog::selected() const
{
    const int row = m_rows->currentIndex().row();
    return row < fixedCount() || row >= m_model.rowCount() ? -1 : row - fixedCount();
}

void SourcesDialog::select(int source)
{
    m_rows->setCurrentIndex(m_model.index(source + fixedCount(), 0));
    refreshButtons();
}

void SourcesDialog::refresh()
{
    QList<SourceRow> rows;
    for (const SourceSetting& source : all()) {
        const int index = int(rows.size());
        rows.append({.index = index,
                     .name = source.name,
                     .kind = sourceKindText(source),
                     .location = source.location,
                     .isFixed = index < fixedCount(),
                     .test = m_tests.value(testKey(source))});
    }
    m_model.setRows(rows);
    if (rows.isEmpty())
        m_view->showState({.icon = QStringLiteral("folder"),
                           .sentence = tr("No source of debug files is set up."),
                           .buttons = {{.text = tr("Add source…"), .action = [this] { add(); }}},
                           .detail = {}});
    else
        m_view->showContent();
    refreshButtons();
}

void SourcesDialog::refreshHosts()
{
    m_hosts->clear();
    m_hosts->addItems(m_context.settings.sourceHosts());
    refreshButtons();
}

void SourcesDialog::refreshButtons()
{
    const int at = selected();
    const auto count = m_context.settings.sources().size();
    m_edit->setEnabled(at >= 0);
    m_remove->setEnabled(at >= 0);
    m_up->setEnabled(at > 0);
    m_down->setEnabled(at >= 0 && at + 1 < count);
    m_test->setEnabled(m_rows->currentIndex().isValid());
    m_testAll->setEnabled(m_model.rowCount() > 0);
    m_allow->setEnabled(!m_host->text().trimmed().isEmpty());
    m_forget->setEnabled(!m_hosts->selectedItems().isEmpty());
}

void SourcesDialog::add()
{
    auto* dialog = new AddSourceDialog(m_context.theme, m_context.workbench.sourcePresets(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        auto sources = m_context.settings.sources();
        sources.append(dialog->source());
        m_context.settings.setSources(sources);
        select(int(sources.size()) - 1);
    });
    dialog->open();
}

void SourcesDialog::edit()
{
    const int at = selected();
    if (at < 0)
        return;
    auto* dialog = new AddSourceDialog(m_context.theme, m_context.workbench.sourcePresets(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setSource(m_context.settings.sources().at(at));
    connect(dialog, &QDialog::accepted, this, [this, dialog, at] {
        auto sources = m_context.settings.sources();
        if (at >= sources.size())
            return;
        sources[at] = dialog->source();
        m_context.settings.setSources(sources);
    });
    dialog->open();
}

void SourcesDialog::remove()
{
    const int at = selected();
    auto sources = m_context.settings.sources();
    if (at < 0)
        return;
    sources.removeAt(at);
    m_context.settings.setSources(sources);
    if (!sources.isEmpty())
        select(std::min(at, int(sources.size()) - 1));
}

void SourcesDialog::move(int direction)
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

void SourcesDialog::test(int row)
{
    const auto sources = all();
    if (row < 0 || row >= sources.size())
        return;
    m_tests.insert(testKey(sources.at(row)),
                   {.state = SourceTest::State::Running, .text = tr("testing…"), .detail = {}});
    m_context.workbench.testSource(sources.at(row));
    refresh();
}

void SourcesDialog::testAll()
{
    for (int row = 0; row < m_model.rowCount(); ++row)
        test(row);
}

void SourcesDialog::allowHost()
{
    const QString host = m_host->text().trimmed();
    if (host.isEmpty())
        return;
    m_context.settings.allowSourceHost(host);
    m_host->clear();
}

void SourcesDialog::forgetHost()
{
    const auto items = m_hosts->selectedItems();
    if (!items.isEmpty())
        m_context.settings.forgetSourceHost(items.first()->text());
}

} // namespace faultline::ui

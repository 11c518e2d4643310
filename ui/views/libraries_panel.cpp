// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/libraries_panel.h"

#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/views/flat_button.h"
#include "ui/views/panel_header.h"
#include "ui/views/row_view.h"
#include "ui/views/tight_layout.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>

#include <algorithm>

namespace faultline::ui {

namespace {

constexpr int kMostRows = 4; ///< Further ones are scrolled to.

} // namespace

LibrariesPanel::LibrariesPanel(const UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_rows(new RowView(context.theme, RowHeight::TwoLines)),
      m_none(plainLabel(tr("No library yet. Import batch… makes one."))),
      m_other(new FlatButton(context.theme, tr("Other…")))
{
    auto* header = new PanelHeader(context.theme, tr("Libraries"));
    m_other->setObjectName(QStringLiteral("start.other_library"));
    m_other->setAccessibleName(tr("Open or make another library"));
    header->addRight(m_other);
    m_rows->setModel(&m_model);
    m_rows->setObjectName(QStringLiteral("start.libraries"));
    m_rows->setAccessibleName(tr("Libraries"));
    m_rows->setHeaderHidden(true);
    m_rows->setSelectionMode(QAbstractItemView::SingleSelection);
    m_none->setWordWrap(true);
    QBoxLayout* layout = tight(new QVBoxLayout(this));
    layout->addWidget(header);
    layout->addWidget(m_rows);
    layout->addWidget(m_none);
    connect(m_other, &FlatButton::clicked, this, &LibrariesPanel::askForFile);
    connect(m_rows, &RowView::rowChosen, this, [this](const QModelIndex& index) {
        if (const LibraryFileRow* row = m_model.rowAt(index.row()))
            Q_EMIT libraryRequested(row->file);
    });
    connect(m_rows, &RowView::menuOpened, this, [this](QMenu& menu, const QModelIndex& index) {
        const LibraryFileRow* row = m_model.rowAt(index.row());
        if (!row)
            return;
        menu.addAction(tr("Open"), this,
                       [this, file = row->file] { Q_EMIT libraryRequested(file); });
        menu.addAction(tr("Remove from List"), this,
                       [this, file = row->file] { m_context.settings.forgetLibrary(file); });
    });
    connect(&context.settings, &AppSettings::librariesChanged, this, &LibrariesPanel::refresh);
    connect(&context.theme, &Theme::changed, this, &LibrariesPanel::applyTheme);
    setVisible(context.workbench.reportLibrary() != nullptr);
    applyTheme();
}

/// The present library is listed before anything is known of it, if its file is there.
void LibrariesPanel::refresh()
{
    QList<LibraryFileRow> rows;
    for (const KnownLibrary& library : m_context.settings.libraries())
        rows.append({.file = library.file,
                     .reports = library.reports,
                     .regressions = library.regressions,
                     .newGroups = library.newGroups,
                     .isKnown = true,
                     .exists = QFileInfo::exists(library.file)});
    const LibrarySession* present = m_context.workbench.reportLibrary();
    const QString file = present ? present->file() : QString();
    if (!file.isEmpty() && QFileInfo::exists(file) &&
        std::ranges::find(rows, file, &LibraryFileRow::file) == rows.end())
        rows.prepend({.file = file});
    m_model.setRows(rows);
    const int shown = std::min(int(rows.size()), kMostRows);
    m_rows->setFixedHeight(shown * m_context.theme.metrics().twoLineRow());
    m_rows->setVisible(shown > 0);
    m_none->setVisible(shown == 0);
}

/// One dialog for both: a file that does not exist is made by the first import.
void LibrariesPanel::askForFile()
{
    auto* dialog = new QFileDialog(this, tr("Open or Make a Library"));
    dialog->setObjectName(QStringLiteral("dialog.choose_library"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::AnyFile);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite);
    dialog->setLabelText(QFileDialog::Accept, tr("Open"));
    dialog->setDefaultSuffix(QStringLiteral("fldb"));
    dialog->setNameFilter(tr("Libraries (*.fldb)"));
    connect(dialog, &QFileDialog::fileSelected, this, &LibrariesPanel::libraryRequested);
    dialog->open();
}

void LibrariesPanel::applyTheme()
{
    const Theme& theme = m_context.theme;
    m_other->setColour(theme.tokens().link);
    m_none->setMargin(theme.metrics().barMargin());
    m_none->setFont(theme.captionFont());
    setTextColour(*m_none, theme.tokens().dim);
    refresh();
}

} // namespace faultline::ui

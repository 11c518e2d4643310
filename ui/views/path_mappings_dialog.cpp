// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/path_mappings_dialog.h"

#include "ui/settings/path_mapping.h"
#include "ui/style/plain_label.h"
#include "ui/style/workbench_style.h"
#include "ui/views/row_view.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSet>
#include <QThreadPool>
#include <QVBoxLayout>

#include <algorithm>

namespace faultline::ui {

namespace {

constexpr qsizetype kMostFiles = 200; ///< Of the report, in the preview.

} // namespace

PathMappingsDialog::PathMappingsDialog(const UiContext& context,
                                       ReportSession* session,
                                       QWidget* parent)
    : QDialog(parent), m_context(context),
      m_rows(new RowView(context.theme, RowHeight::Normal, this)),
      m_preview(new RowView(context.theme, RowHeight::Dense, this)), m_from(new QLineEdit(this)),
      m_to(new QLineEdit(this)), m_add(new QPushButton(tr("&Add"), this)),
      m_remove(new QPushButton(tr("&Remove"), this)), m_summary(plainLabel(this))
{
    setObjectName(QStringLiteral("dialog.path_mappings"));
    setWindowTitle(tr("Path Mappings"));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(buildMappings(), 1);
    layout->addWidget(buildEditor());
    buildPreview();
    buildButtons();
    const int step = context.theme.metrics().step;
    resize(210 * step, 140 * step);
    QList<MappingRow> rows;
    for (const PathMapping& mapping : context.settings.pathMappings())
        rows.append({mapping.recorded, mapping.local});
    m_mappings.setRows(rows);
    if (session)
        readFiles(*session);
    showPreview();
    m_from->setFocus();
}

QWidget* PathMappingsDialog::buildMappings()
{
    auto* area = new QWidget(this);
    auto* text =
        plainLabel(tr("Source files of a build are looked for in these folders. Of several "
                      "that fit, the longest one counts."),
                   area);
    text->setWordWrap(true);
    m_rows->setModel(&m_mappings);
    m_rows->setAccessibleName(tr("Path mappings"));
    m_rows->setObjectName(QStringLiteral("mappings.rows"));
    m_rows->setSelectionMode(QAbstractItemView::SingleSelection);
    connect(m_rows, &RowView::currentRowChanged, this, &PathMappingsDialog::showChosen);
    connect(m_rows, &RowView::rowChosen, this, &PathMappingsDialog::showChosen);
    auto* layout = new QVBoxLayout(area);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(text);
    layout->addWidget(m_rows, 1);
    return area;
}

QWidget* PathMappingsDialog::buildEditor()
{
    auto* area = new QWidget(this);
    m_from->setObjectName(QStringLiteral("mappings.from"));
    m_from->setAccessibleName(tr("Folder of the build"));
    m_from->setPlaceholderText(tr("Folder of the build"));
    m_to->setObjectName(QStringLiteral("mappings.to"));
    m_to->setAccessibleName(tr("Folder on this computer"));
    m_to->setPlaceholderText(tr("Folder on this computer"));
    m_add->setObjectName(QStringLiteral("mappings.add"));
    m_remove->setObjectName(QStringLiteral("mappings.remove"));
    auto* choose = new QPushButton(tr("&Browse…"), area);
    for (QPushButton* button : {m_add, m_remove, choose})
        button->setAutoDefault(false); // Enter belongs to the fields.
    auto* layout = new QHBoxLayout(area);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_from, 1);
    layout->addWidget(m_to, 1);
    layout->addWidget(choose);
    layout->addWidget(m_add);
    layout->addWidget(m_remove);
    connect(m_from, &QLineEdit::textChanged, this, &PathMappingsDialog::showPreview);
    connect(m_to, &QLineEdit::textChanged, this, &PathMappingsDialog::showPreview);
    connect(m_add, &QPushButton::clicked, this, &PathMappingsDialog::addMapping);
    connect(m_remove, &QPushButton::clicked, this, &PathMappingsDialog::removeMapping);
    connect(choose, &QPushButton::clicked, this, &PathMappingsDialog::browse);
    return area;
}

void PathMappingsDialog::buildPreview()
{
    m_preview->setModel(&m_files);
    m_preview->setAccessibleName(tr("Source files of the report"));
    m_preview->setObjectName(QStringLiteral("mappings.preview"));
    m_summary->setObjectName(QStringLiteral("mappings.summary"));
    auto* outer = static_cast<QVBoxLayout*>(layout());
    outer->addWidget(m_summary);
    outer->addWidget(m_preview, 2);
}

void PathMappingsDialog::buildButtons()
{
    auto* cancel = new QPushButton(tr("Cancel"), this);
    auto* save = new QPushButton(tr("Save"), this);
    save->setProperty(kPrimary, true);
    save->setDefault(true);
    save->setObjectName(QStringLiteral("mappings.save"));
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(save);
    static_cast<QVBoxLayout*>(layout())->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(save, &QPushButton::clicked, this, &PathMappingsDialog::accept);
}

/// The files of the stack that is shown, in its order.
void PathMappingsDialog::readFiles(ReportSession& session)
{
    const FrameRows frames = session.stack().frames();
    for (qsizetype i = 0; i < frames.size() && m_recorded.size() < kMostFiles; ++i) {
        const QString& path = frames.at(i)->path;
        if (!path.isEmpty() && !m_recorded.contains(path))
            m_recorded.append(path);
    }
}

QList<PathMapping> PathMappingsDialog::wanted() const
{
    QList<PathMapping> mappings;
    const PathMapping typed{m_from->text().trimmed(), m_to->text().trimmed()};
    for (const MappingRow& row : m_mappings.allRows()) {
        if (row.recorded != typed.recorded)
            mappings.append({row.recorded, row.local});
        else if (typed.local.isEmpty())
            mappings.append({row.recorded, row.local});
    }
    if (!typed.recorded.isEmpty() && !typed.local.isEmpty())
        mappings.append(typed);
    return mappings;
}

void PathMappingsDialog::addMapping()
{
    QList<MappingRow> rows;
    for (const PathMapping& mapping : wanted())
        rows.append({mapping.recorded, mapping.local});
    m_mappings.setRows(rows);
    m_from->clear();
    m_to->clear();
    showPreview();
}

void PathMappingsDialog::removeMapping()
{
    QList<MappingRow> rows = m_mappings.allRows();
    const int current = m_rows->currentIndex().row();
    if (current < 0 || current >= rows.size())
        return;
    rows.removeAt(current);
    m_mappings.setRows(rows);
    m_from->clear();
    m_to->clear();
    showPreview();
}

void PathMappingsDialog::browse()
{
    auto* dialog = new QFileDialog(this, tr("Folder on This Computer"));
    dialog->setObjectName(QStringLiteral("dialog.mapping_folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, m_to, &QLineEdit::setText);
    dialog->open();
}

void PathMappingsDialog::showChosen()
{
    if (const MappingRow* row = m_mappings.rowAt(m_rows->currentIndex().row())) {
        m_from->setText(row->recorded);
        m_to->setText(row->local);
    }
}

void PathMappingsDialog::showPreview()
{
    m_add->setEnabled(!m_from->text().trimmed().isEmpty() && !m_to->text().trimmed().isEmpty());
    m_remove->setEnabled(m_rows->currentIndex().isValid());
    const auto mappings = wanted();
    QList<MappedFileRow> rows;
    for (const QString& recorded : std::as_const(m_recorded)) {
        const auto local = mappedPath(mappings, recorded);
        rows.append(
            {.recorded = recorded,
             .local = local.value_or(QString()),
             .state = local ? MappedFileRow::State::Checking : MappedFileRow::State::Unmapped});
    }
    m_files.setRows(rows);
    m_summary->setText(
        m_recorded.isEmpty()
            ? tr("Open a report to see what becomes of its source files.")
            : tr("%n source file(s) of the open stack:", nullptr, int(m_recorded.size())));
    checkFiles();
}

/// Folders may lie on slow disks, so a thread of the pool looks.
void PathMappingsDialog::checkFiles()
{
    QStringList files;
    for (const MappedFileRow& row : m_files.allRows()) {
        if (!row.local.isEmpty())
            files.append(row.local);
    }
    const quint64 number = ++m_check;
    const QPointer<PathMappingsDialog> self(this);
    QThreadPool::globalInstance()->start([self, files, number] {
        QStringList found;
        for (const QString& file : files) {
            if (QFileInfo(file).isFile())
                found.append(file);
        }
        QMetaObject::invokeMethod(
            qApp,
            [self, found, number] {
                if (self)
                    self->takeFound(found, number);
            },
            Qt::QueuedConnection);
    });
}

void PathMappingsDialog::takeFound(const QStringList& found, quint64 number)
{
    if (number != m_check)
        return;
    QList<MappedFileRow> rows = m_files.allRows();
    for (MappedFileRow& row : rows) {
        if (!row.local.isEmpty())
            row.state = found.contains(row.local) ? MappedFileRow::State::Found
                                                  : MappedFileRow::State::Missing;
    }
    m_files.setRows(rows);
}

void PathMappingsDialog::accept()
{
    m_context.settings.setPathMappings(wanted());
    QDialog::accept();
}

} // namespace faultline::ui

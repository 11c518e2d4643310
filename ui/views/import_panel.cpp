// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/import_panel.h"

#include "ui/style/text_colour.h"
#include "ui/views/count_text.h"
#include "ui/views/elided_label.h"
#include "ui/views/row_view.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace faultline::ui {

namespace {

constexpr int kFailuresInSight = 6;
constexpr int kWholeBar = 1000;

QString sentenceOf(const ImportProgress& import)
{
    using Phase = ImportProgress::Phase;
    const QString done = countText(import.filesDone);
    const QString all = countText(import.files);
    switch (import.phase) {
    case Phase::None: break;
    case Phase::Finding: return ImportPanel::tr("Looking for files…");
    case Phase::Running: return ImportPanel::tr("%1 of %2 files done").arg(done, all);
    case Phase::Pausing:
        return ImportPanel::tr("%1 of %2 files done, pausing after this one").arg(done, all);
    case Phase::Paused: return ImportPanel::tr("Paused: %1 of %2 files done").arg(done, all);
    case Phase::Done: return ImportPanel::tr("All %1 files done").arg(all);
    case Phase::Cancelled:
        return ImportPanel::tr(
                   "Cancelled: %1 of %2 files done. What is done is kept; the same import "
                   "goes on with the rest.")
            .arg(done, all);
    case Phase::Failed:
        return ImportPanel::tr("The import has ended after %1 of %2 files: %3")
            .arg(done, all, import.problem);
    }
    return {};
}

QString countsOf(const ImportProgress& import)
{
    QStringList counts{ImportPanel::tr("%1 added").arg(countText(import.added)),
                       ImportPanel::tr("%1 duplicates").arg(countText(import.duplicates)),
                       ImportPanel::tr("%1 failed").arg(countText(import.failed))};
    if (import.regressions > 0)
        counts.append(ImportPanel::tr("%1 regressions").arg(countText(import.regressions)));
    if (!import.current.isEmpty())
        counts.append(import.current.section(u'/', -1));
    return counts.join(QStringLiteral("  ·  "));
}

} // namespace

ImportPanel::ImportPanel(const Theme& theme, LibrarySession& library, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_library(library),
      m_sentence(new ElidedLabel(Qt::ElideRight, this)),
      m_counts(new ElidedLabel(Qt::ElideRight, this)), m_bar(new QProgressBar(this)),
      m_pause(new QPushButton(this)), m_cancel(new QPushButton(tr("Cancel"), this)),
      m_dismiss(new QPushButton(tr("Dismiss"), this)),
      m_failures(new RowView(theme, RowHeight::Dense, this))
{
    build();
    connect(&library, &LibrarySession::importChanged, this, &ImportPanel::refresh);
    connect(m_pause, &QPushButton::clicked, this, [this] {
        if (m_library.importProgress().phase == ImportProgress::Phase::Running)
            m_library.pauseImport();
        else
            m_library.resumeImport();
    });
    connect(m_cancel, &QPushButton::clicked, &library, &LibrarySession::cancelImport);
    connect(m_dismiss, &QPushButton::clicked, &library, &LibrarySession::dismissImport);
    connect(&theme, &Theme::changed, this, &ImportPanel::applyTheme);
    applyTheme();
    refresh();
}

void ImportPanel::build()
{
    setObjectName(QStringLiteral("library.import"));
    m_sentence->setObjectName(QStringLiteral("import.sentence"));
    m_counts->setObjectName(QStringLiteral("import.counts"));
    m_bar->setRange(0, kWholeBar);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Progress of the import"));
    m_pause->setObjectName(QStringLiteral("import.pause"));
    m_cancel->setObjectName(QStringLiteral("import.cancel"));
    m_cancel->setAccessibleName(tr("Cancel the import"));
    m_dismiss->setObjectName(QStringLiteral("import.dismiss"));
    m_failures->setModel(&m_library.importFailures());
    m_failures->setObjectName(QStringLiteral("import.failures"));
    m_failures->setAccessibleName(tr("Files that were not imported"));
    auto* texts = new QVBoxLayout;
    texts->addWidget(m_sentence);
    texts->addWidget(m_bar);
    texts->addWidget(m_counts);
    auto* upper = new QHBoxLayout;
    upper->addLayout(texts, 1);
    for (QPushButton* button : {m_pause, m_cancel, m_dismiss})
        upper->addWidget(button, 0, Qt::AlignVCenter);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(upper);
    layout->addWidget(m_failures);
}

void ImportPanel::refresh()
{
    const ImportProgress& import = m_library.importProgress();
    setVisible(import.phase != ImportProgress::Phase::None);
    m_sentence->setFullText(sentenceOf(import));
    m_counts->setFullText(countsOf(import));
    m_bar->setVisible(import.isRunning());
    m_bar->setValue(import.files == 0 ? 0 : int(import.filesDone * kWholeBar / import.files));
    showButtons(import);
    const int failures = m_library.importFailures().rowCount();
    m_failures->setVisible(failures > 0);
    m_failures->setFixedHeight(std::min(failures, kFailuresInSight) * m_theme.metrics().denseRow() +
                               m_failures->header()->sizeHint().height() + 1);
}

void ImportPanel::showButtons(const ImportProgress& import)
{
    using Phase = ImportProgress::Phase;
    m_pause->setText(import.phase == Phase::Running ? tr("Pause") : tr("Go on"));
    m_pause->setVisible(import.phase == Phase::Running || import.phase == Phase::Pausing ||
                        import.phase == Phase::Paused);
    m_cancel->setVisible(import.isRunning());
    m_dismiss->setVisible(!import.isRunning());
}

void ImportPanel::applyTheme()
{
    const Metrics& m = m_theme.metrics();
    layout()->setContentsMargins(m.barMargin(), m.textMargin(), m.barMargin(), m.textMargin());
    layout()->setSpacing(m.textMargin());
    m_counts->setFont(m_theme.captionFont());
    setTextColour(*m_counts, m_theme.tokens().dim);
    m_bar->setFixedHeight(m.step);
    refresh();
}

void ImportPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.tokens().base);
    painter.setPen(m_theme.tokens().line);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

} // namespace faultline::ui

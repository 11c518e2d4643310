// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/diagnostics_dialog.h"

#include "ui/views/row_view.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QLocale>
#include <QPushButton>
#include <QScreen>
#include <QSysInfo>
#include <QVBoxLayout>

namespace faultline::ui {

DiagnosticsDialog::DiagnosticsDialog(const UiContext& context, QWidget* parent)
    : QDialog(parent), m_context(context)
{
    setObjectName(QStringLiteral("dialog.diagnostics"));
    setWindowTitle(tr("Diagnostics"));
    m_model.setRows(rows());
    auto* view = new RowView(context.theme, RowHeight::Dense, this);
    view->setObjectName(QStringLiteral("diagnostics.rows"));
    view->setModel(&m_model);
    view->setHeaderHidden(true);
    view->setAccessibleName(windowTitle());
    view->setRooms({{.width = 24}, {.width = 0}});
    auto* buttons = new QDialogButtonBox(this);
    auto* copyAll = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    copyAll->setObjectName(QStringLiteral("diagnostics.copy"));
    auto* closing = buttons->addButton(tr("C&lose"), QDialogButtonBox::RejectRole);
    closing->setDefault(true);
    connect(copyAll, &QAbstractButton::clicked, this, &DiagnosticsDialog::copy);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    const int margin = context.theme.metrics().barMargin();
    auto* foot = new QVBoxLayout;
    foot->setContentsMargins(margin, margin, margin, margin);
    foot->addWidget(buttons);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(view, 1);
    layout->addLayout(foot);
    resize(120 * context.theme.metrics().step, 84 * context.theme.metrics().step);
}

QList<DetailRow> DiagnosticsDialog::rows() const
{
    const AppSettings& settings = m_context.settings;
    const QScreen* shown = QGuiApplication::primaryScreen();
    const QSize size = shown ? shown->size() : QSize();
    const QLocale numbers;
    const auto yes = [](bool is) { return is ? tr("yes") : tr("no"); };
    return {
        {tr("Faultline"), QCoreApplication::applicationVersion(), true},
        {tr("Qt"), QString::fromLatin1(qVersion()), true},
        {tr("System"),
         QSysInfo::prettyProductName() + QStringLiteral(", ") + QSysInfo::kernelVersion(), true},
        {tr("Processor"), QSysInfo::currentCpuArchitecture(), true},
        {tr("Display"), QGuiApplication::platformName(), true},
        {tr("Screen"),
         QStringLiteral("%1 × %2 @ %3")
             .arg(size.width())
             .arg(size.height())
             .arg(numbers.toString(shown ? shown->devicePixelRatio() : 1.0)),
         true},
        {tr("Language"), QLocale().name(), true},
        {tr("Zoom"), tr("%1 %").arg(settings.zoomPercent()), true},
        {tr("Offline"), yes(settings.isOffline()), true},
        {tr("Sources"),
         numbers.toString(settings.sources().size() +
                          m_context.workbench.configuredSources().size()),
         true},
        {tr("Open reports"), numbers.toString(m_context.workbench.sessions().size()), true},
        {tr("Cache"), numbers.formattedDataSize(qint64(m_context.workbench.cacheBytes())), true},
        {tr("Library"), yes(m_context.workbench.reportLibrary() != nullptr), true},
    };
}

void DiagnosticsDialog::copy() const
{
    QString text;
    for (const DetailRow& row : rows())
        text += row.name + QStringLiteral(": ") + row.value + u'\n';
    QGuiApplication::clipboard()->setText(text);
}

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/hosts_editor.h"

#include "ui/style/plain_label.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

namespace faultline::ui {

namespace {

constexpr int kHostsWidth = 150; ///< In steps of the theme, like the next one.
constexpr int kHostsHeight = 36;

} // namespace

HostsEditor::HostsEditor(const UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_hosts(new QListWidget), m_host(new QLineEdit),
      m_allow(new QPushButton(tr("Allow"))), m_forget(new QPushButton(tr("Forget")))
{
    QLabel* text = plainLabel(tr("Hosts that may be asked for source text to which debug files "
                                 "link:"));
    text->setWordWrap(true);
    m_hosts->setObjectName(QStringLiteral("sources.hosts"));
    m_hosts->setAccessibleName(tr("Allowed hosts"));
    m_host->setObjectName(QStringLiteral("sources.host"));
    m_host->setAccessibleName(tr("Host to allow"));
    m_host->setPlaceholderText(QStringLiteral("raw.example.org"));
    m_allow->setObjectName(QStringLiteral("sources.allow"));
    m_forget->setObjectName(QStringLiteral("sources.forget"));
    auto* line = new QHBoxLayout;
    line->addWidget(m_host, 1);
    line->addWidget(m_allow);
    line->addWidget(m_forget);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(text);
    layout->addWidget(m_hosts);
    layout->addLayout(line);
    const int step = context.theme.metrics().step;
    setMaximumWidth(kHostsWidth * step);
    m_hosts->setFixedHeight(kHostsHeight * step);
    connect(m_allow, &QPushButton::clicked, this, &HostsEditor::allow);
    connect(m_host, &QLineEdit::returnPressed, this, &HostsEditor::allow);
    connect(m_host, &QLineEdit::textChanged, this, &HostsEditor::showButtons);
    connect(m_forget, &QPushButton::clicked, this, &HostsEditor::forget);
    connect(m_hosts, &QListWidget::itemSelectionChanged, this, &HostsEditor::showButtons);
    auto* remove = new QShortcut(QKeySequence::Delete, m_hosts);
    remove->setContext(Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, this, &HostsEditor::forget);
    connect(&context.settings, &AppSettings::sourceHostsChanged, this, &HostsEditor::refresh);
    refresh();
}

void HostsEditor::refresh()
{
    m_hosts->clear();
    m_hosts->addItems(m_context.settings.sourceHosts());
    showButtons();
}

void HostsEditor::showButtons()
{
    m_allow->setEnabled(!m_host->text().trimmed().isEmpty());
    m_forget->setEnabled(!m_hosts->selectedItems().isEmpty());
}

void HostsEditor::allow()
{
    const QString host = m_host->text().trimmed();
    if (host.isEmpty())
        return;
    m_context.settings.allowSourceHost(host);
    m_host->clear();
}

void HostsEditor::forget()
{
    const auto items = m_hosts->selectedItems();
    if (!items.isEmpty())
        m_context.settings.forgetSourceHost(items.first()->text());
}

} // namespace faultline::ui

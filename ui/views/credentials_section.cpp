// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/credentials_section.h"

#include "ui/views/credential_dialog.h"
#include "ui/views/notice_bar.h"
#include "ui/views/page_head.h"
#include "ui/views/row_view.h"
#include "ui/views/source_words.h"
#include "ui/views/state_page.h"
#include "ui/views/tight_layout.h"

#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

namespace faultline::ui {

CredentialsSection::CredentialsSection(const UiContext& context, QWidget* parent)
    : SettingsSection(
          context.theme,
          {QStringLiteral("credentials"), Area::Symbols, tr("Credentials"), QStringLiteral("key")},
          parent),
      m_context(context), m_credentials(*context.workbench.credentials()),
      m_head(new PageHead(context.theme, QStringLiteral("credentials"))),
      m_notice(new NoticeBar(context.theme)), m_rows(new RowView(context.theme, RowHeight::Normal)),
      m_view(new StatefulView(context.theme, m_rows)), m_set(new QPushButton(tr("Set…"))),
      m_forget(new QPushButton(tr("Forget")))
{
    m_rows->setModel(&m_model);
    m_rows->setObjectName(QStringLiteral("credentials.rows"));
    m_rows->setAccessibleName(tr("Credentials of sources"));
    m_set->setObjectName(QStringLiteral("credentials.set"));
    m_forget->setObjectName(QStringLiteral("credentials.forget"));
    m_head->addRight(m_set);
    m_head->addRight(m_forget);
    QBoxLayout* layout = tight(new QVBoxLayout(this));
    layout->addWidget(m_head);
    layout->addWidget(m_notice);
    layout->addWidget(m_view, 1);
    connect(m_set, &QPushButton::clicked, this, &CredentialsSection::set);
    connect(m_forget, &QPushButton::clicked, this, &CredentialsSection::forget);
    connect(m_rows, &RowView::currentRowChanged, this, &CredentialsSection::showButtons);
    connect(m_rows, &RowView::rowChosen, this, &CredentialsSection::set);
    auto* remove = new QShortcut(QKeySequence::Delete, m_rows);
    remove->setContext(Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, this, &CredentialsSection::forget);
    connect(&m_credentials, &Credentials::changed, this, &CredentialsSection::refresh);
    connect(&m_credentials, &Credentials::keychainMissed, this, &CredentialsSection::refresh);
    connect(&context.settings, &AppSettings::sourcesChanged, this, &CredentialsSection::refresh);
    refresh();
}

QString CredentialsSection::fact() const
{
    int known = 0;
    for (const SourceSetting& source : m_sources)
        known += m_credentials.place(source.id) != Credentials::Place::Nowhere ? 1 : 0;
    return known > 0 ? QString::number(known) : QString();
}

int CredentialsSection::filter(const QString& text)
{
    int found = 0;
    for (const CredentialRow& row : m_model.allRows())
        found += row.source.contains(text, Qt::CaseInsensitive) ||
                         row.kind.contains(text, Qt::CaseInsensitive)
                     ? 1
                     : 0;
    return found;
}

void CredentialsSection::refresh()
{
    m_sources.clear();
    QList<CredentialRow> rows;
    int missing = 0;
    for (const SourceSetting& source : m_context.settings.sources()) {
        if (secretFieldsOf(source.access).isEmpty())
            continue;
        const bool isMissing = m_credentials.place(source.id) == Credentials::Place::Nowhere;
        missing += isMissing ? 1 : 0;
        rows.append({.index = int(rows.size()),
                     .source = source.name,
                     .kind = accessText(source.access),
                     .place = placeText(m_credentials.place(source.id)),
                     .isMissing = isMissing});
        m_sources.append(source);
    }
    m_model.setRows(rows);
    if (rows.isEmpty())
        m_view->showState({QStringLiteral("key"), tr("No source needs credentials."), {}, {}});
    else
        m_view->showContent();
    if (rows.size() > 0 && !m_rows->currentIndex().isValid())
        m_rows->setCurrentIndex(m_model.index(0, 0));
    m_head->setTexts(missing > 0 ? tr("%Ln source(s) lack their credentials", nullptr, missing)
                                 : tr("Credentials of %Ln source(s)", nullptr, int(rows.size())),
                     tr("kept in the keychain of the desktop, never in a file of ours, and never "
                        "shown again"));
    if (m_credentials.lacksKeychain())
        m_notice->show({{.text = tr("No keychain answers: credentials last until Faultline ends."),
                         .button = {},
                         .action = {}}});
    else
        m_notice->show({});
    showButtons();
    Q_EMIT factChanged();
}

const SourceSetting* CredentialsSection::selected() const
{
    const int row = m_rows->currentIndex().row();
    return row >= 0 && row < m_sources.size() ? &m_sources.at(row) : nullptr;
}

void CredentialsSection::showButtons()
{
    const SourceSetting* source = selected();
    m_set->setEnabled(source != nullptr);
    m_forget->setEnabled(source && m_credentials.place(source->id) != Credentials::Place::Nowhere);
}

void CredentialsSection::set()
{
    if (const SourceSetting* source = selected())
        askForCredentials(m_context, *source, this);
}

void CredentialsSection::forget()
{
    const SourceSetting* source = selected();
    if (!source || source->id.isEmpty())
        return;
    const QString name = source->name;
    m_credentials.forget(source->id, secretFieldsOf(source->access));
    Q_EMIT messageGiven(tr("Credentials of “%1” forgotten").arg(name));
}

} // namespace faultline::ui

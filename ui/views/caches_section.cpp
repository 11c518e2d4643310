// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/caches_section.h"

#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/style/workbench_style.h"
#include "ui/views/elided_label.h"
#include "ui/views/notice_bar.h"
#include "ui/views/page_head.h"
#include "ui/views/row_view.h"
#include "ui/views/state_page.h"
#include "ui/views/tight_layout.h"
#include "ui/views/usage_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace faultline::ui {

namespace {

constexpr int kMostKinds = 9;

QString countOfEntries(quint64 number)
{
    return QLocale().toString(qulonglong(number));
}

} // namespace

CachesSection::CachesSection(const UiContext& context, QWidget* parent)
    : SettingsSection(
          context.theme,
          {QStringLiteral("caches"), Area::Symbols, tr("Caches"), QStringLiteral("disk")},
          parent),
      m_context(context), m_caches(*context.workbench.caches()),
      m_sentence(new ElidedLabel(Qt::ElideRight)), m_facts(new ElidedLabel(Qt::ElideRight)),
      m_bar(new UsageBar(context.theme)), m_legend(plainLabel()),
      m_notice(new NoticeBar(context.theme)), m_rows(new RowView(context.theme, RowHeight::Normal)),
      m_view(new StatefulView(context.theme, m_rows)), m_form(new SettingsForm(context.theme))
{
    m_rows->setModel(&m_caches.kinds());
    m_rows->setObjectName(QStringLiteral("caches.rows"));
    m_rows->setAccessibleName(tr("Kinds of cached files"));
    buildForm();
    QBoxLayout* layout = tight(new QVBoxLayout(this));
    layout->addWidget(buildHead());
    layout->addWidget(m_notice);
    layout->addWidget(m_view);
    layout->addWidget(new PanelEdge(context.theme, Qt::Horizontal));
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    m_form->setBackgroundRole(QPalette::Base);
    m_form->setAutoFillBackground(true);
    scroll->setWidget(m_form);
    layout->addWidget(scroll, 1);
    connect(&m_caches, &CacheSession::changed, this, &CachesSection::refresh);
    connect(&m_caches, &CacheSession::worked, this, [this](const QString& message, bool isFailure) {
        if (!isFailure) {
            m_notice->show({});
            Q_EMIT messageGiven(message);
            return;
        }
        m_notice->show(
            {{.text = message, .button = tr("Dismiss"), .action = [this] { m_notice->show({}); }}});
    });
    connect(m_rows->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &CachesSection::showButtons);
    connect(&context.settings.preferences(), &Preferences::changed, m_form, &SettingsForm::refresh);
    connect(&context.theme, &Theme::changed, this, &CachesSection::applyTheme);
    applyTheme();
    refresh();
}

QPushButton* CachesSection::addButton(const char* name, QLayout& layout)
{
    auto* button = new QPushButton;
    button->setObjectName(QLatin1String(name));
    layout.addWidget(button);
    return button;
}

QWidget* CachesSection::buildHead()
{
    m_head = new QWidget;
    m_sentence->setObjectName(QStringLiteral("caches.sentence"));
    m_facts->setObjectName(QStringLiteral("caches.facts"));
    m_legend->setObjectName(QStringLiteral("caches.legend"));
    auto* texts = new QVBoxLayout;
    texts->addWidget(m_sentence);
    texts->addWidget(m_facts);
    texts->addWidget(m_bar);
    texts->addWidget(m_legend);
    auto* layout = new QHBoxLayout(m_head);
    layout->addLayout(texts, 1);
    m_clean = addButton("caches.clean", *layout);
    m_clean->setProperty(kPrimary, true);
    m_check = addButton("caches.check", *layout);
    m_check->setText(tr("Check entries"));
    m_check->setToolTip(tr("Reads every entry completely and removes the damaged ones"));
    m_clear = addButton("caches.clear", *layout);
    m_cancel = addButton("caches.cancel", *layout);
    m_cancel->setText(tr("Cancel"));
    connect(m_clean, &QPushButton::clicked, &m_caches, &CacheSession::cleanUp);
    connect(m_check, &QPushButton::clicked, &m_caches, &CacheSession::verify);
    connect(m_cancel, &QPushButton::clicked, &m_caches, &CacheSession::cancel);
    connect(m_clear, &QPushButton::clicked, this, &CachesSection::askToClear);
    return m_head;
}

void CachesSection::buildForm()
{
    Preferences& preferences = m_context.settings.preferences();
    const auto bind = [&](Preference preference) {
        return bindPreference(preferences, preference);
    };
    m_form->addHeading(tr("Where and how much"));
    m_form->addPath(QStringLiteral("settings.cache_folder"), tr("Folder"),
                    bind(Preference::CacheFolder),
                    tr("counts at the next start; nothing outside of it is ever deleted"), true);
    m_form->addNumber(QStringLiteral("settings.cache_limit"), tr("Limit"),
                      bind(Preference::CacheLimit), tr("GiB"),
                      tr("least recently used entries go first; 0 means no limit"));
    m_form->addNumber(QStringLiteral("settings.cache_keep"), tr("Delete what was not read for"),
                      bind(Preference::CacheKeep), tr("days"),
                      tr("also when the limit is not reached; look-ups follow at the next start"));
    m_form->addHeading(tr("What was not found"));
    m_form->addNumber(QStringLiteral("settings.cache_misses"), tr("Ask again after"),
                      bind(Preference::CacheMisses), tr("hours"),
                      tr("or at once with Retry; counts at the next start"));
    m_form->addNumber(QStringLiteral("settings.cache_damaged"), tr("Try damaged files again after"),
                      bind(Preference::CacheDamaged), tr("hours"),
                      tr("or at once with Retry; counts at the next start"));
    m_form->refresh();
}

QString CachesSection::fact() const
{
    return m_caches.isMeasured() ? byteText(m_caches.bytes()) : QStringLiteral("…");
}

QString CachesSection::foot() const
{
    return tr("Cleaning and clearing never touch files that are not of this cache.");
}

int CachesSection::filter(const QString& text)
{
    const bool isAll = text.isEmpty();
    for (QWidget* each : {m_head, static_cast<QWidget*>(m_view)})
        each->setVisible(isAll);
    return m_form->filter(text);
}

void CachesSection::activate()
{
    m_caches.measure();
}

void CachesSection::refresh()
{
    showHead();
    showButtons();
    showRows();
    Q_EMIT factChanged();
}

void CachesSection::showHead()
{
    if (!m_caches.isMeasured()) {
        m_sentence->setFullText(tr("Reading the cache folder…"));
        m_facts->setFullText({});
        m_legend->setText({});
        return m_bar->setShares(0, 0, 1);
    }
    const quint64 limit = m_caches.limitBytes();
    m_sentence->setFullText(
        //: how much of how much is used
        limit > 0 ? tr("%1 of %2 used").arg(byteText(m_caches.bytes()), byteText(limit))
                  : tr("%1 used").arg(byteText(m_caches.bytes())));
    QStringList facts{
        tr("%1 of %2 entries were read in the last 7 days")
            .arg(countOfEntries(m_caches.entriesUsedLately()), countOfEntries(m_caches.entries()))};
    if (m_caches.freeBytes() > 0)
        facts.append(tr("disk has %1 free").arg(byteText(m_caches.freeBytes())));
    if (!m_caches.problem().isEmpty())
        facts.prepend(tr("not all of it could be read: %1").arg(m_caches.problem()));
    m_facts->setFullText(facts.join(QStringLiteral("  ·  ")));
    const quint64 past = m_caches.removableBytes();
    const quint64 used = m_caches.bytes() - std::min(past, m_caches.bytes());
    m_bar->setShares(used, past, limit > 0 ? limit : m_caches.bytes() + m_caches.freeBytes());
    m_legend->setText(past > 0
                          ? tr("in use %1  ·  past its time %2").arg(byteText(used), byteText(past))
                          : tr("in use %1").arg(byteText(used)));
    m_bar->setAccessibleName(m_legend->text());
}

void CachesSection::showButtons()
{
    using Work = CacheSession::Work;
    const bool isIdle = m_caches.work() == Work::None;
    const bool hasEntries = m_caches.entries() > 0;
    m_clean->setText(m_caches.work() == Work::CleanUp ? tr("Cleaning…")
                     : m_caches.removableBytes() > 0
                         ? tr("Clean %1 now").arg(byteText(m_caches.removableBytes()))
                         : tr("Nothing to clean"));
    m_clean->setEnabled(isIdle && m_caches.removableBytes() > 0);
    m_check->setText(m_caches.work() == Work::Verify ? tr("Checking…") : tr("Check entries"));
    m_check->setEnabled(isIdle && hasEntries);
    m_clear->setText(m_caches.work() == Work::Clear ? tr("Clearing…")
                     : selectedKinds().isEmpty()    ? tr("Clear all…")
                                                    : tr("Clear selected…"));
    m_clear->setEnabled(isIdle && hasEntries);
    m_cancel->setVisible(!isIdle);
}

void CachesSection::showRows()
{
    const int rows = m_caches.kinds().rowCount();
    if (rows > 0)
        m_view->showContent();
    else
        m_view->showState(
            {QStringLiteral("disk"),
             m_caches.isMeasured() ? tr("Nothing is cached yet.") : tr("Reading the cache folder…"),
             {},
             {}});
    m_view->setFixedHeight(rows > 0 ? m_rows->contentHeight() * std::min(rows, kMostKinds) / rows
                                    : 30 * m_context.theme.metrics().step);
}

QStringList CachesSection::selectedKinds() const
{
    QStringList kinds;
    for (const QModelIndex& index : m_rows->selectionModel()->selectedRows()) {
        if (const CacheRow* row = m_caches.kinds().rowAt(index.row()))
            kinds.append(row->kind);
    }
    return kinds;
}

void CachesSection::askToClear()
{
    const QStringList kinds = selectedKinds();
    quint64 bytes = kinds.isEmpty() ? m_caches.bytes() : 0;
    QStringList names;
    for (const CacheRow& row : m_caches.kinds().allRows()) {
        if (!kinds.contains(row.kind))
            continue;
        bytes += row.bytes;
        names.append(row.name);
    }
    auto* box = new QMessageBox(
        QMessageBox::NoIcon, tr("Clear Caches"),
        kinds.isEmpty()
            ? tr("Remove everything that is cached (%1)?").arg(byteText(bytes))
            : tr("Remove %1 (%2)?").arg(names.join(QStringLiteral(", ")), byteText(bytes)),
        QMessageBox::Cancel, this);
    box->setObjectName(QStringLiteral("dialog.clear_caches"));
    box->setInformativeText(tr("What is needed again is downloaded or made again."));
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* clear = box->addButton(tr("Clear"), QMessageBox::DestructiveRole);
    clear->setObjectName(QStringLiteral("caches.clear_now"));
    connect(clear, &QPushButton::clicked, this, [this, kinds] { m_caches.clear(kinds); });
    box->open();
}

void CachesSection::applyTheme()
{
    const Theme& theme = m_context.theme;
    const Metrics& m = theme.metrics();
    m_sentence->setFont(theme.headlineFont());
    setTextColour(*m_facts, theme.tokens().dim);
    m_legend->setFont(theme.captionFont());
    setTextColour(*m_legend, theme.tokens().dim);
    m_head->layout()->setContentsMargins(m.barMargin() + m.step / 2, m.barMargin(), m.barMargin(),
                                         m.barMargin());
    m_head->layout()->setSpacing(m.textMargin());
}

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/settings_page.h"

#include "ui/models/shown_text.h"
#include "ui/style/icons.h"
#include "ui/style/text_colour.h"
#include "ui/views/caches_section.h"
#include "ui/views/credentials_section.h"
#include "ui/views/elided_label.h"
#include "ui/views/page_head.h"
#include "ui/views/plain_sections.h"
#include "ui/views/sources_section.h"
#include "ui/views/state_page.h"
#include "ui/views/tight_layout.h"

#include <QDir>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace faultline::ui {

namespace {

// In steps of the theme.
constexpr int kSectionList = 58;
constexpr int kPageFoot = 6;
constexpr int kSectionItem = 27; ///< In quarters of a step.

enum ItemRole { SectionRole = Qt::UserRole, IconRole, FactRole };

QString areaTitle(SettingsSection::Area area)
{
    switch (area) {
    case SettingsSection::Area::Symbols: return SettingsPage::tr("Symbols");
    case SettingsSection::Area::Window: return SettingsPage::tr("Window");
    case SettingsSection::Area::Program: return SettingsPage::tr("Program");
    }
    return {};
}

/// An icon, the name of the section, and its number at the right.
class SectionDelegate final : public QStyledItemDelegate
{
public:
    SectionDelegate(const Theme& theme, QObject* parent)
        : QStyledItemDelegate(parent), m_theme(theme)
    {
    }

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        return {0, kSectionItem * m_theme.metrics().step / 4};
    }

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override
    {
        const ThemeTokens& t = m_theme.tokens();
        const Metrics& m = m_theme.metrics();
        const bool isSelected = option.state & QStyle::State_Selected;
        const QRect row = option.rect;
        const QRect inner = row.adjusted(m.barMargin(), 0, -m.barMargin(), 0);
        painter->save();
        if (isSelected)
            painter->fillRect(row, t.selection);
        if ((option.state & QStyle::State_HasFocus) &&
            (option.state & QStyle::State_KeyboardFocusChange)) {
            painter->setPen(t.accent);
            painter->drawRect(row.adjusted(0, 0, -1, -1));
        }
        const auto at = [&](QRect area) {
            return QStyle::visualRect(option.direction, inner, area);
        };
        const QString icon = index.data(IconRole).toString();
        if (icon.isEmpty()) {
            painter->setFont(m_theme.captionFont());
            painter->setPen(t.dim);
            painter->drawText(inner, Qt::AlignLeading | Qt::AlignVCenter, index.data().toString());
            return painter->restore();
        }
        const QRect iconArea =
            at({inner.left(), inner.center().y() - m.icon() / 2 + 1, m.icon(), m.icon()});
        painter->drawPixmap(iconArea.topLeft(),
                            iconPixmap(icon, isSelected ? t.selectionText : t.dim, m.icon(),
                                       painter->device()->devicePixelRatioF()));
        const int left = m.icon() + m.textMargin();
        painter->setPen(isSelected ? t.selectionText : t.text);
        painter->setFont(m_theme.interfaceFont());
        painter->drawText(at(inner.adjusted(left, 0, 0, 0)), Qt::AlignLeading | Qt::AlignVCenter,
                          index.data().toString());
        painter->setPen(isSelected ? t.dimOnSelection() : t.dim);
        painter->setFont(m_theme.captionFont());
        painter->drawText(inner, Qt::AlignTrailing | Qt::AlignVCenter,
                          index.data(FactRole).toString());
        painter->restore();
    }

private:
    const Theme& m_theme;
};

} // namespace

SettingsPage::SettingsPage(const UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_search(new QLineEdit), m_list(new QListWidget),
      m_sections(new QStackedWidget), m_view(new StatefulView(context.theme, m_sections)),
      m_file(new ElidedLabel(Qt::ElideMiddle)), m_foot(new ElidedLabel(Qt::ElideRight))
{
    setObjectName(QStringLiteral("page.settings"));
    QBoxLayout* layout = tight(new QHBoxLayout(this));
    layout->addWidget(buildList());
    layout->addWidget(new PanelEdge(context.theme, Qt::Vertical));
    layout->addWidget(buildContent(), 1);
    setFocusProxy(m_search);
    buildSections();
    connect(m_search, &QLineEdit::textChanged, this, &SettingsPage::search);
    connect(m_list, &QListWidget::currentRowChanged, this, &SettingsPage::showCurrent);
    connect(&context.theme, &Theme::changed, this, &SettingsPage::applyTheme);
    applyTheme();
    showFacts();
    showSection(QStringLiteral("sources"));
}

QWidget* SettingsPage::buildList()
{
    m_left = new QWidget;
    m_search->setObjectName(QStringLiteral("settings.search"));
    m_search->setPlaceholderText(tr("Search settings"));
    m_search->setAccessibleName(tr("Search settings"));
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    m_list->setObjectName(QStringLiteral("settings.list"));
    m_list->setAccessibleName(tr("Sections of the settings"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setItemDelegate(new SectionDelegate(m_context.theme, m_list));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(true);
    m_file->setObjectName(QStringLiteral("settings.file"));
    QBoxLayout* layout = tight(new QVBoxLayout(m_left));
    auto* field = new QVBoxLayout;
    field->setContentsMargins(10, 10, 10, 4);
    field->addWidget(m_search);
    layout->addLayout(field);
    layout->addWidget(m_list, 1);
    layout->addWidget(new PanelEdge(m_context.theme, Qt::Horizontal));
    layout->addWidget(m_file);
    QString file = m_context.settings.file();
    if (file.startsWith(QDir::homePath() + u'/'))
        file.replace(0, QDir::homePath().size(), u'~');
    m_file->setFullText(file);
    m_file->setToolTip(shownText(m_context.settings.file()));
    return m_left;
}

QWidget* SettingsPage::buildContent()
{
    auto* content = new QWidget;
    QBoxLayout* layout = tight(new QVBoxLayout(content));
    layout->addWidget(m_view, 1);
    layout->addWidget(new PanelEdge(m_context.theme, Qt::Horizontal));
    layout->addWidget(m_foot);
    m_foot->setObjectName(QStringLiteral("settings.foot"));
    return content;
}

void SettingsPage::buildSections()
{
    m_sources = new SourcesSection(m_context);
    addSection(m_sources);
    if (m_context.workbench.caches())
        addSection(new CachesSection(m_context));
    if (m_context.workbench.credentials())
        addSection(new CredentialsSection(m_context));
    const auto ask = [this](const QString& id) { Q_EMIT commandRequested(id); };
    addSection(makeSourceCodeSection(m_context, ask));
    addSection(makeAppearanceSection(m_context));
    addSection(makeKeysSection(m_context, ask));
    addSection(makeEditorSection(m_context));
    addSection(makeStackSection(m_context));
    addSection(makeNetworkSection(m_context));
}

/// A section of another group than the one before begins with the group's name.
void SettingsPage::addSection(SettingsSection* section)
{
    const auto& name = section->name();
    const SettingsSection* last =
        m_sections->count() > 0
            ? static_cast<SettingsSection*>(m_sections->widget(m_sections->count() - 1))
            : nullptr;
    if (!last || last->name().area != name.area) {
        auto* caption = new QListWidgetItem(areaTitle(name.area), m_list);
        caption->setFlags(Qt::NoItemFlags);
        caption->setData(SectionRole, -1);
    }
    auto* item = new QListWidgetItem(name.title, m_list);
    item->setData(SectionRole, m_sections->count());
    item->setData(IconRole, name.icon);
    m_sections->addWidget(section);
    connect(section, &SettingsSection::factChanged, this, &SettingsPage::showFacts);
    connect(section, &SettingsSection::messageGiven, this, &SettingsPage::messageGiven);
}

SettingsSection* SettingsPage::current() const
{
    return static_cast<SettingsSection*>(m_sections->currentWidget());
}

QString SettingsPage::section() const
{
    return current()->name().id;
}

void SettingsPage::showSection(const QString& id)
{
    for (int row = 0; row < m_list->count(); ++row) {
        const int section = m_list->item(row)->data(SectionRole).toInt();
        if (section < 0 ||
            static_cast<SettingsSection*>(m_sections->widget(section))->name().id != id)
            continue;
        if (!m_search->text().isEmpty())
            m_search->clear();
        return m_list->setCurrentRow(row);
    }
}

void SettingsPage::addSource()
{
    showSection(QStringLiteral("sources"));
    m_sources->askForKind();
}

void SettingsPage::showCurrent()
{
    const QListWidgetItem* item = m_list->currentItem();
    const int section = item ? item->data(SectionRole).toInt() : -1;
    if (section < 0)
        return;
    m_sections->setCurrentIndex(section);
    current()->activate();
    m_foot->setFullText(current()->foot());
}

void SettingsPage::showFacts()
{
    for (int row = 0; row < m_list->count(); ++row) {
        QListWidgetItem* item = m_list->item(row);
        const int at = item->data(SectionRole).toInt();
        if (at < 0)
            continue;
        const auto* section = static_cast<SettingsSection*>(m_sections->widget(at));
        item->setData(FactRole, section->fact());
        item->setData(Qt::AccessibleTextRole,
                      section->fact().isEmpty()
                          ? section->name().title
                          : section->name().title + QStringLiteral(", ") + section->fact());
    }
}

/// Sections without a match go, and so do their groups; the first one that has some is shown.
void SettingsPage::search()
{
    const QString text = m_search->text().trimmed();
    int first = -1;
    QListWidgetItem* caption = nullptr;
    for (int row = 0; row < m_list->count(); ++row) {
        QListWidgetItem* item = m_list->item(row);
        const int at = item->data(SectionRole).toInt();
        if (at < 0) {
            caption = item;
            caption->setHidden(true);
            continue;
        }
        auto* section = static_cast<SettingsSection*>(m_sections->widget(at));
        const bool isNamed = section->name().title.contains(text, Qt::CaseInsensitive);
        const bool fits = section->filter(isNamed ? QString() : text) > 0 || isNamed;
        item->setHidden(!fits);
        if (fits && caption)
            caption->setHidden(false);
        if (fits && first < 0)
            first = row;
    }
    if (first < 0)
        return m_view->showState({QStringLiteral("find"),
                                  tr("No setting contains “%1”.").arg(richText(text)),
                                  {{tr("Clear search"), [this] { m_search->clear(); }}},
                                  {}});
    m_view->showContent();
    const QListWidgetItem* now = m_list->currentItem();
    if (!now || now->isHidden())
        m_list->setCurrentRow(first);
}

/// The arrow keys lead from the field into the list, Escape empties the field.
bool SettingsPage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_search && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Return) {
            m_list->setFocus(Qt::ShortcutFocusReason);
            return true;
        }
        if (key == Qt::Key_Escape && !m_search->text().isEmpty()) {
            m_search->clear();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void SettingsPage::applyTheme()
{
    const Theme& theme = m_context.theme;
    const Metrics& m = theme.metrics();
    m_left->setFixedWidth(kSectionList * m.step);
    QPalette palette = m_list->palette();
    palette.setColor(QPalette::Base, theme.tokens().alternate);
    m_list->setPalette(palette);
    for (ElidedLabel* label : {m_file, m_foot}) {
        label->setFont(theme.captionFont());
        setTextColour(*label, theme.tokens().dim);
        label->setFixedHeight(kPageFoot * m.step);
        label->setContentsMargins(m.textMargin(), 0, m.textMargin(), 0);
    }
    update();
}

/// What the section shows may have changed while other pages were in front.
void SettingsPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (!event->spontaneous())
        current()->activate();
}

void SettingsPage::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_context.theme.tokens().base);
    painter.fillRect(m_left->geometry(), m_context.theme.tokens().alternate);
}

} // namespace faultline::ui

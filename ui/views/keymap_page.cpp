// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/keymap_page.h"

#include "ui/models/roles.h"
#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/views/action_registry.h"
#include "ui/views/footer_bar.h"
#include "ui/views/keymap_file.h"
#include "ui/views/keymap_panel.h"
#include "ui/views/page_head.h"
#include "ui/views/palette_entries.h"
#include "ui/views/row_view.h"
#include "ui/views/segment_button.h"
#include "ui/views/state_page.h"
#include "ui/views/tight_layout.h"

#include <QButtonGroup>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QSaveFile>

#include <algorithm>
#include <array>

namespace faultline::ui {

namespace {

constexpr int kSearchWidth = 65; ///< In steps of the theme's grid.
constexpr qsizetype kMostListed = 12;

const QString kArrow = QStringLiteral(" ▸ ");

QString menuOf(const PaletteEntry& entry)
{
    return entry.remark.section(kArrow, 0, 0);
}

/// With the menu inside that menu, such as "Export ▸ HTML…".
QString textIn(const PaletteEntry& entry)
{
    const QString inner = entry.remark.section(kArrow, 1);
    return inner.isEmpty() ? entry.text : inner + kArrow + entry.text;
}

} // namespace

KeymapPage::KeymapPage(const UiContext& context,
                       ActionRegistry& actions,
                       Keymap& keymap,
                       const QMenuBar& menus,
                       QWidget* parent)
    : QWidget(parent), m_context(context), m_actions(actions), m_keymap(keymap), m_menus(menus),
      m_head(new PageHead(context.theme, QStringLiteral("keymap"), this)),
      m_search(new QLineEdit(this)), m_filters(new QButtonGroup(this)),
      m_presets(new QButtonGroup(this)), m_rows(new RowView(context.theme, RowHeight::Normal)),
      m_view(new StatefulView(context.theme, m_rows, this)),
      m_footer(new FooterBar(context.theme, this)),
      m_panel(new KeymapPanel(context.theme, keymap, this))
{
    setObjectName(QStringLiteral("page.keymap"));
    auto* importing = new QPushButton(tr("Import…"), this);
    importing->setObjectName(QStringLiteral("keymap.import"));
    auto* exporting = new QPushButton(tr("Export…"), this);
    exporting->setObjectName(QStringLiteral("keymap.export"));
    m_head->addRight(importing);
    m_head->addRight(exporting);
    QBoxLayout* layout = tight(new QHBoxLayout(this));
    layout->addWidget(buildList(), 1);
    layout->addWidget(new PanelEdge(context.theme, Qt::Vertical));
    layout->addWidget(m_panel);
    setFocusProxy(m_search);
    orderTabs(importing, exporting);
    connect(importing, &QPushButton::clicked, this, &KeymapPage::askForImport);
    connect(exporting, &QPushButton::clicked, this, &KeymapPage::askForExport);
    connect(&keymap, &Keymap::changed, this, &KeymapPage::refresh);
    connect(m_rows, &RowView::currentRowChanged, this, &KeymapPage::showSelected);
    connect(m_rows, &RowView::rowChosen, m_panel, &KeymapPanel::record);
    connect(m_rows, &RowView::groupToggled, this,
            [this](const QModelIndex& index) { m_model.toggleMenu(index.row()); });
    connect(m_panel, &KeymapPanel::left, this, [this] { m_rows->setFocus(); });
    connect(m_panel, &KeymapPanel::allReset, &keymap, &Keymap::resetAll);
    connect(m_footer, &FooterBar::clicked, this, [this] {
        m_search->clear();
        m_filters->button(int(KeymapFilter::All))->click();
    });
    connect(&context.theme, &Theme::changed, this, &KeymapPage::applyTheme);
    applyTheme();
    refresh();
}

QWidget* KeymapPage::buildList()
{
    m_rows->setObjectName(QStringLiteral("keymap.rows"));
    m_rows->setAccessibleName(tr("Actions and their keys"));
    m_rows->setModel(&m_model);
    m_footer->setObjectName(QStringLiteral("keymap.footer"));
    auto* list = new QWidget(this);
    QBoxLayout* layout = tight(new QVBoxLayout(list));
    layout->addWidget(m_head);
    m_bar = buildBar();
    layout->addWidget(m_bar);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_footer);
    return list;
}

QWidget* KeymapPage::buildBar()
{
    m_search->setObjectName(QStringLiteral("keymap.search"));
    m_search->setAccessibleName(tr("Action or key"));
    m_search->setPlaceholderText(tr("Action or key, for example Ctrl+T"));
    m_search->setClearButtonEnabled(true);
    connect(m_search, &QLineEdit::textChanged, this, &KeymapPage::filter);
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setSpacing(0);
    layout->addWidget(m_search);
    layout->addSpacing(m_context.theme.metrics().barMargin());
    buildFilters(*layout);
    layout->addStretch(1);
    QLabel* preset = plainLabel(bar);
    preset->setText(tr("Preset"));
    setTextColour(*preset, m_context.theme.tokens().dim);
    layout->addWidget(preset);
    layout->addSpacing(m_context.theme.metrics().textMargin());
    buildPresets(*layout);
    return bar;
}

void KeymapPage::buildFilters(QLayout& layout)
{
    const std::array texts{tr("All"), tr("Changed"), tr("Conflicts"), tr("No key")};
    for (int i = 0; i < int(texts.size()); ++i) {
        auto* button = new SegmentButton(m_context.theme, texts.at(std::size_t(i)));
        button->setObjectName(QStringLiteral("keymap.filter.%1").arg(i));
        m_filters->addButton(button, i);
        layout.addWidget(button);
    }
    m_filters->button(0)->setChecked(true);
    connect(m_filters, &QButtonGroup::idClicked, this, &KeymapPage::filter);
}

void KeymapPage::buildPresets(QLayout& layout)
{
    const std::array texts{tr("Faultline"), tr("Visual Studio"), tr("Qt Creator")};
    for (int i = 0; i < int(texts.size()); ++i) {
        auto* button = new SegmentButton(m_context.theme, texts.at(std::size_t(i)));
        button->setObjectName(QStringLiteral("keymap.preset.%1").arg(i));
        m_presets->addButton(button, i);
        layout.addWidget(button);
    }
    connect(m_presets, &QButtonGroup::idClicked, this,
            [this](int preset) { m_keymap.setPreset(KeyPreset(preset)); });
}

/// Without an order, the Tab key never comes to the buttons.
void KeymapPage::orderTabs(QWidget* importing, QWidget* exporting)
{
    QList<QWidget*> order{importing, exporting, m_search};
    for (const QButtonGroup* group : {m_filters, m_presets}) {
        for (QAbstractButton* button : group->buttons())
            order.append(button);
    }
    order.append(m_rows);
    for (qsizetype i = 1; i < order.size(); ++i)
        setTabOrder(order.at(i - 1), order.at(i));
    m_panel->setTabsAfter(*m_rows);
}

void KeymapPage::applyTheme()
{
    const Metrics& m = m_context.theme.metrics();
    m_bar->setFixedHeight(9 * m.step);
    m_bar->layout()->setContentsMargins(m.barMargin(), 0, m.barMargin(), 0);
    m_search->setFixedWidth(kSearchWidth * m.step);
}

QList<KeymapRow> KeymapPage::rows() const
{
    QSet<QString> inConflict;
    for (const KeyConflict& each : m_keymap.conflicts()) {
        inConflict.insert(each.holder);
        for (const QString& other : each.others)
            inConflict.insert(other);
    }
    QList<KeymapRow> rows;
    for (const PaletteEntry& entry : actionEntries(m_actions, m_menus)) {
        const QString id = entry.id.sliced(kActionId.size());
        rows.append(KeymapRow{.id = id,
                              .menu = menuOf(entry),
                              .text = textIn(entry),
                              .english = entry.english,
                              .keys = nativeTexts(m_keymap.keys(id)),
                              .presetKeys = nativeTexts(m_keymap.presetKeys(id)),
                              .where = ActionRegistry::whereText(id),
                              .isChanged = m_keymap.isChanged(id),
                              .hasConflict = inConflict.contains(id)});
    }
    return rows;
}

void KeymapPage::refresh()
{
    m_model.setActions(rows());
    m_presets->button(int(m_keymap.preset()))->setChecked(true);
    const auto number = [this](KeymapFilter filter, const QString& text) {
        const int count = m_model.count(filter);
        QAbstractButton* button = m_filters->button(int(filter));
        button->setText(count > 0 ? QStringLiteral("%1 %2").arg(text).arg(count) : text);
        button->setAccessibleName(button->text());
        button->updateGeometry();
    };
    number(KeymapFilter::Changed, tr("Changed"));
    number(KeymapFilter::Conflicts, tr("Conflicts"));
    filter();
    showHead();
}

void KeymapPage::showHead()
{
    const auto conflicts = m_keymap.conflicts();
    const auto changed = int(m_keymap.changedCount());
    if (conflicts.isEmpty()) {
        m_head->setTexts(changed == 0
                             ? tr("The keys are those of the preset")
                             : tr("You changed the keys of %n action(s)", nullptr, changed),
                         tr("No combination of keys is used twice."));
        return;
    }
    const KeyConflict& first = conflicts.first();
    m_head->setTexts(tr("%n combination(s) of keys are used twice", nullptr, int(conflicts.size())),
                     tr("%1 means “%2” and “%3”; until you decide, “%2” keeps it")
                         .arg(first.keys.toString(QKeySequence::NativeText), textOf(first.holder),
                              textOf(first.others.first())));
}

QString KeymapPage::textOf(const QString& id) const
{
    const QAction* action = m_actions.find(id);
    return action ? QString(action->text()).remove(u'&') : id;
}

void KeymapPage::filter()
{
    m_model.setFilter(m_search->text(), KeymapFilter(std::max(0, m_filters->checkedId())));
    const int all = m_model.count(KeymapFilter::All);
    m_footer->setText(tr("%1 of %2 actions").arg(m_model.shown()).arg(all),
                      m_model.shown() < all ? tr("Show all") : QString());
    const QString text = m_search->text().trimmed();
    const auto keys = QKeySequence::fromString(text, QKeySequence::NativeText);
    const bool areKeys = text.contains(u'+') && !keys.isEmpty() && keys[0].key() != Qt::Key_unknown;
    if (m_model.rowCount() > 0)
        m_view->showContent();
    else if (text.isEmpty())
        m_view->showState({QStringLiteral("list"), tr("No action is like that."), {}, {}});
    else
        m_view->showState({QStringLiteral("list"),
                           areKeys ? tr("%1 is free.").arg(richText(text))
                                   : tr("No action is called “%1”.").arg(richText(text)),
                           {},
                           {}});
    showSelected();
}

void KeymapPage::showSelected()
{
    const KeymapRow* row = m_model.rowAt(m_rows->currentIndex().row());
    QString other;
    if (row && row->hasConflict) {
        for (const KeyConflict& each : m_keymap.conflicts()) {
            if (each.holder == row->id)
                other = textOf(each.others.first());
            else if (each.others.contains(row->id))
                other = textOf(each.holder);
            if (!other.isEmpty())
                break;
        }
    }
    m_panel->show(row && !row->isHead() ? *row : KeymapRow{}, other);
}

QString KeymapPage::problemText(const KeymapFileError& error)
{
    constexpr int kMostShown = 60;
    const QString found = error.found.left(kMostShown);
    const QString id = error.id.left(kMostShown);
    switch (error.kind) {
    case KeymapFileError::Kind::TooLarge: return tr("The file is too large for keys");
    case KeymapFileError::Kind::NotJson:
        //: what is wrong, and the offset in the file
        return tr("The file is no JSON: %1, at byte %2").arg(found).arg(error.offset);
    case KeymapFileError::Kind::NotAKeymap: return tr("The file holds no keys");
    case KeymapFileError::Kind::UnknownPreset:
        return tr("The file names a preset that is not known: “%1”").arg(found);
    case KeymapFileError::Kind::NotKeys:
        //: what stands in the file, and the id of an action
        return tr("“%1” is no combination of keys, for %2").arg(found, id);
    case KeymapFileError::Kind::TooManyKeys:
        return tr("The file has more than %1 combinations of keys for %2")
            .arg(kMostKeysOfAction)
            .arg(id);
    }
    return {};
}

QString KeymapPage::exportTo(const QString& path) const
{
    QSaveFile file(path);
    const QByteArray bytes =
        writeKeymap({.preset = m_keymap.preset(), .changed = m_context.settings.changedKeys()});
    const bool isWritten =
        file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
    return isWritten ? QString() : tr("The keys could not be written: %1").arg(file.errorString());
}

void KeymapPage::askForExport()
{
    auto* dialog = new QFileDialog(this, tr("Export Keys"));
    dialog->setObjectName(QStringLiteral("dialog.keymap_export"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    dialog->setNameFilter(tr("Keys (*.json)"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        const QString failure = exportTo(path);
        Q_EMIT messageGiven(failure.isEmpty() ? tr("Keys exported") : failure);
    });
    dialog->open();
}

void KeymapPage::askForImport()
{
    auto* dialog = new QFileDialog(this, tr("Import Keys"));
    dialog->setObjectName(QStringLiteral("dialog.keymap_import"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Keys (*.json)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &KeymapPage::importFrom);
    dialog->open();
}

QStringList KeymapPage::changesOf(const KeymapFile& file) const
{
    QStringList lines;
    const auto before = m_context.settings.changedKeys();
    QStringList ids = before.keys() + file.changed.keys();
    ids.removeDuplicates();
    for (const QString& id : std::as_const(ids)) {
        if (!m_actions.find(id) || before.value(id) == file.changed.value(id))
            continue;
        const QString keys = file.changed.value(id).join(QStringLiteral(", "));
        lines.append(file.changed.contains(id)
                         ? tr("%1: %2").arg(textOf(id), keys.isEmpty() ? tr("no key") : keys)
                         : tr("%1: as in the preset").arg(textOf(id)));
    }
    return lines;
}

/// What cannot be recorded cannot be imported either.
QString KeymapPage::refusedIn(const KeymapFile& file) const
{
    for (auto each = file.changed.begin(); each != file.changed.end(); ++each) {
        if (!m_actions.find(each.key()))
            continue;
        for (const QString& text : each.value()) {
            const auto keys = QKeySequence::fromString(text, QKeySequence::PortableText);
            const QString refusal = Keymap::refusal(each.key(), keys);
            if (!refusal.isEmpty())
                //: an action, its keys, and a sentence that says why they cannot be used
                return tr("The file gives “%1” the keys %2. %3")
                    .arg(textOf(each.key()), keys.toString(QKeySequence::NativeText), refusal);
        }
    }
    return {};
}

void KeymapPage::importFrom(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Q_EMIT messageGiven(tr("The file cannot be read: %1").arg(file.errorString()));
    const auto read = readKeymap(file.read(kLargestKeymapFile + 1));
    if (!read)
        return Q_EMIT messageGiven(problemText(read.error()));
    if (const QString refused = refusedIn(*read); !refused.isEmpty())
        return Q_EMIT messageGiven(refused);
    const QStringList changes = changesOf(*read);
    if (changes.isEmpty() && read->preset == m_keymap.preset())
        return Q_EMIT messageGiven(tr("The file changes no key"));
    auto* box = new QMessageBox(
        QMessageBox::NoIcon, tr("Import Keys"),
        tr("Take the keys of %n action(s) from the file?", nullptr, int(changes.size())),
        QMessageBox::Cancel, this);
    box->setObjectName(QStringLiteral("dialog.keymap_take"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    QStringList shown = changes.first(std::min(changes.size(), kMostListed));
    if (changes.size() > kMostListed)
        shown.append(QStringLiteral("…"));
    box->setInformativeText(shown.join(u'\n'));
    auto* taking = box->addButton(tr("&Take"), QMessageBox::AcceptRole);
    connect(taking, &QAbstractButton::clicked, this, [this, keymap = *read] {
        m_keymap.setPreset(keymap.preset);
        QMap<QString, QStringList> known;
        for (auto each = keymap.changed.begin(); each != keymap.changed.end(); ++each) {
            if (m_actions.find(each.key()))
                known.insert(each.key(), each.value());
        }
        m_context.settings.setChangedKeys(known);
        Q_EMIT messageGiven(tr("Keys imported"));
    });
    box->open();
}

} // namespace faultline::ui

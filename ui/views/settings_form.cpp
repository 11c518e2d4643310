// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/settings_form.h"

#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/style/workbench_style.h"
#include "ui/views/link_button.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace faultline::ui {

namespace {

// In steps of the theme.
constexpr int kFormLabel = 58;
constexpr int kFormEditor = 74;
constexpr int kFormRow = 8;
constexpr int kFormNumber = 18;
constexpr int kFormText = 51;

/// Says that the user chose another value than the usual one.
class ChangedBadge final : public QWidget
{
public:
    explicit ChangedBadge(const Theme& theme) : m_theme(theme)
    {
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }

    QSize sizeHint() const override
    {
        const Metrics& m = m_theme.metrics();
        return {QFontMetrics(m_theme.captionFont()).horizontalAdvance(word()) + 2 * m.step,
                m.badge()};
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const ThemeTokens& t = m_theme.tokens();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(t.selection);
        painter.drawRoundedRect(rect(), m_theme.metrics().badgeRadius(),
                                m_theme.metrics().badgeRadius());
        painter.setFont(m_theme.captionFont());
        painter.setPen(t.link);
        painter.drawText(rect(), Qt::AlignCenter, word());
    }

private:
    static QString word() { return SettingsForm::tr("changed"); }

    const Theme& m_theme;
};

QString formNumber(const QVariant& value)
{
    return QLocale().toString(value.toInt());
}

/// What is no number stays as it was typed, and does not fit.
QVariant numberOf(const QString& text)
{
    bool isNumber = false;
    const int number = QLocale().toInt(text.trimmed(), &isNumber);
    return isNumber ? QVariant(number) : QVariant(text);
}

} // namespace

SettingBinding bindPreference(Preferences& preferences, Preference preference)
{
    return {.value = [&preferences, preference] { return preferences.value(preference); },
            .set =
                [&preferences, preference](const QVariant& value) {
                    const QString problem = preferences.problem(preference, value);
                    if (problem.isEmpty())
                        preferences.set(preference, value);
                    return problem;
                },
            .byDefault = [&preferences, preference] { return preferences.defaultOf(preference); }};
}

SettingsForm::SettingsForm(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_layout(new QVBoxLayout(this))
{
    m_layout->setSpacing(0);
    m_layout->addStretch(1);
    connect(&theme, &Theme::changed, this, &SettingsForm::applyTheme);
    applyTheme();
}

QLabel* SettingsForm::addHeading(const QString& text)
{
    QLabel* heading = plainLabel(text, this);
    m_layout->insertWidget(m_layout->count() - 1, heading);
    m_headings.append(heading);
    style(*heading);
    return heading;
}

SettingsForm::Row& SettingsForm::addRow(const QString& label,
                                        QWidget* editor,
                                        SettingBinding binding,
                                        const QString& hint)
{
    Row row{.area = new QWidget(this), .words = label + u'\n' + hint, .hint = hint};
    row.binding = std::move(binding);
    row.heading = int(m_headings.size()) - 1;
    row.label = plainLabel(label, row.area);
    row.hintLabel = plainLabel(hint, row.area);
    row.changed = new ChangedBadge(m_theme);
    row.reset = new LinkButton(m_theme, row.area);
    auto* wide = new QWidget(row.area);
    auto* inner = new QHBoxLayout(wide);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(m_theme.metrics().textMargin());
    inner->addWidget(editor);
    inner->addWidget(row.changed);
    inner->addWidget(row.reset);
    inner->addStretch(1);
    auto* line = new QHBoxLayout(row.area);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(0);
    line->addWidget(row.label);
    line->addWidget(wide);
    line->addWidget(row.hintLabel, 1);
    wide->setObjectName(QStringLiteral("form.editor"));
    m_layout->insertWidget(m_layout->count() - 1, row.area);
    style(row);
    m_rows.append(row);
    const qsizetype at = m_rows.size() - 1;
    connect(row.reset, &LinkButton::clicked, this, [this, at] {
        commit(at, m_rows.at(at).binding.byDefault());
        m_rows.at(at).show();
    });
    return m_rows.last();
}

SettingsForm::Row& SettingsForm::addLine(QLineEdit* editor,
                                         const QString& label,
                                         SettingBinding binding,
                                         const QString& hint,
                                         const QList<QWidget*>& beside,
                                         std::function<QVariant(const QString&)> read,
                                         std::function<QString(const QVariant&)> write)
{
    auto* area = new QWidget;
    auto* layout = new QHBoxLayout(area);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(m_theme.metrics().textMargin());
    layout->addWidget(editor);
    for (QWidget* each : beside)
        layout->addWidget(each);
    editor->setAccessibleName(label);
    editor->setAccessibleDescription(hint);
    Row& row = addRow(label, area, std::move(binding), hint);
    row.text = editor;
    style(row);
    const qsizetype at = m_rows.size() - 1;
    row.show = [this, at, editor, write = std::move(write)] {
        Row& shown = m_rows[at];
        if (!editor->property(kWrong).toBool())
            editor->setText(write(shown.binding.value()));
    };
    connect(editor, &QLineEdit::editingFinished, this,
            [this, at, editor, read = std::move(read)] { commit(at, read(editor->text())); });
    return row;
}

QLineEdit* SettingsForm::addNumber(const QString& name,
                                   const QString& label,
                                   SettingBinding binding,
                                   const QString& unit,
                                   const QString& hint)
{
    auto* editor = new QLineEdit;
    editor->setObjectName(name);
    editor->setAlignment(Qt::AlignRight);
    QLabel* unitLabel = plainLabel(unit);
    setTextColour(*unitLabel, m_theme.tokens().dim);
    m_units.append(unitLabel);
    addLine(editor, label, std::move(binding), hint, {unitLabel}, numberOf, formNumber);
    return editor;
}

QLineEdit* SettingsForm::addText(const QString& name,
                                 const QString& label,
                                 SettingBinding binding,
                                 const QString& hint)
{
    auto* editor = new QLineEdit;
    editor->setObjectName(name);
    addLine(
        editor, label, std::move(binding), hint, {},
        [](const QString& text) { return QVariant(text.trimmed()); },
        [](const QVariant& value) { return value.toString(); });
    return editor;
}

QLineEdit* SettingsForm::addPath(const QString& name,
                                 const QString& label,
                                 SettingBinding binding,
                                 const QString& hint,
                                 bool isFolder)
{
    auto* editor = new QLineEdit;
    editor->setObjectName(name);
    auto* browse = new QPushButton(tr("Change…"));
    //: the label of a setting
    browse->setAccessibleName(tr("Change: %1").arg(label));
    browse->setObjectName(name + QStringLiteral(".change"));
    addLine(
        editor, label, std::move(binding), hint, {browse},
        [](const QString& text) { return QVariant(text.trimmed()); },
        [](const QVariant& value) { return value.toString(); });
    const qsizetype at = m_rows.size() - 1;
    connect(browse, &QPushButton::clicked, this, [this, at, label, isFolder, editor] {
        auto* dialog = new QFileDialog(this, titleText(label));
        dialog->setObjectName(QStringLiteral("dialog.settings_path"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(isFolder ? QFileDialog::Directory : QFileDialog::ExistingFile);
        connect(dialog, &QFileDialog::fileSelected, this, [this, at, editor](const QString& path) {
            editor->setText(path);
            commit(at, path);
        });
        dialog->open();
    });
    return editor;
}

QCheckBox* SettingsForm::addSwitch(const QString& name,
                                   const QString& label,
                                   SettingBinding binding,
                                   const QString& hint)
{
    auto* box = new QCheckBox;
    box->setObjectName(name);
    box->setProperty(kSwitch, true);
    box->setAccessibleName(label);
    box->setAccessibleDescription(hint);
    Row& row = addRow(label, box, std::move(binding), hint);
    const qsizetype at = m_rows.size() - 1;
    row.show = [this, at, box] { box->setChecked(m_rows.at(at).binding.value().toBool()); };
    connect(box, &QCheckBox::clicked, this, [this, at](bool isOn) { commit(at, isOn); });
    return box;
}

QComboBox* SettingsForm::addChoice(const QString& name,
                                   const QString& label,
                                   SettingBinding binding,
                                   const Choices& choices,
                                   const QString& hint)
{
    auto* box = new QComboBox;
    box->setObjectName(name);
    box->setAccessibleName(label);
    box->setAccessibleDescription(hint);
    box->setMinimumWidth(kFormText * m_theme.metrics().step);
    QStringList words;
    for (const auto& [text, value] : choices) {
        box->addItem(text, value);
        words.append(text);
    }
    Row& row = addRow(label, box, std::move(binding), hint);
    row.words += u'\n' + words.join(u'\n');
    const qsizetype at = m_rows.size() - 1;
    row.show = [this, at, box] {
        box->setCurrentIndex(box->findData(m_rows.at(at).binding.value()));
    };
    connect(box, &QComboBox::activated, this,
            [this, at, box](int index) { commit(at, box->itemData(index)); });
    return box;
}

void SettingsForm::addEditor(const QString& label, QWidget* editor, const QString& hint)
{
    addRow(label, editor, {}, hint).show = [] {};
}

void SettingsForm::addWide(QWidget* widget, const QString& words)
{
    m_layout->insertWidget(m_layout->count() - 1, widget);
    Row row{.area = widget, .words = words};
    row.heading = int(m_headings.size()) - 1;
    m_rows.append(row);
}

void SettingsForm::commit(qsizetype at, const QVariant& value)
{
    Row& row = m_rows[at];
    const QString problem = row.binding.set(value);
    if (row.text)
        row.text->setProperty(kWrong, !problem.isEmpty());
    showState(row, problem);
    if (problem.isEmpty())
        row.show();
}

/// What is wrong takes the place of the hint.
void SettingsForm::showState(Row& row, const QString& problem)
{
    if (!row.hintLabel)
        return;
    row.hintLabel->setText(problem.isEmpty() ? row.hint : problem);
    setTextColour(*row.hintLabel, problem.isEmpty() ? m_theme.tokens().dim : m_theme.tokens().warn);
    if (row.text) {
        row.text->setAccessibleDescription(row.hintLabel->text());
        row.text->update();
    }
    const bool isChanged = row.binding.byDefault && row.binding.value() != row.binding.byDefault();
    row.changed->setVisible(isChanged);
    row.reset->setVisible(isChanged);
    if (!isChanged)
        return;
    const QVariant usual = row.binding.byDefault();
    const bool isNumber = row.text && usual.typeId() == QMetaType::Int;
    //: %1 is the usual value of a setting
    row.reset->setFullText(isNumber ? tr("Reset to %1").arg(formNumber(usual)) : tr("Reset"));
    //: %1 is the label of a setting
    row.reset->setAccessibleName(tr("Reset: %1").arg(row.label->text()));
}

void SettingsForm::refresh()
{
    for (Row& row : m_rows) {
        if (!row.show || (row.text && row.text->property(kWrong).toBool()))
            continue;
        if (!row.text || !row.text->hasFocus() || !row.text->isModified())
            row.show();
        showState(row, {});
    }
}

int SettingsForm::filter(const QString& text)
{
    int shown = 0;
    QList<bool> headings(m_headings.size(), text.isEmpty());
    for (Row& row : m_rows) {
        const bool isUnder = row.heading >= 0 &&
                             m_headings.at(row.heading)->text().contains(text, Qt::CaseInsensitive);
        row.isShown = text.isEmpty() || isUnder || row.words.contains(text, Qt::CaseInsensitive);
        row.area->setVisible(row.isShown);
        shown += row.isShown ? 1 : 0;
        if (row.isShown && row.heading >= 0)
            headings[row.heading] = true;
    }
    for (qsizetype i = 0; i < m_headings.size(); ++i)
        m_headings.at(i)->setVisible(headings.at(i));
    return shown;
}

void SettingsForm::style(QLabel& heading) const
{
    QFont font = m_theme.interfaceFont();
    font.setWeight(QFont::DemiBold);
    heading.setFont(font);
    heading.setContentsMargins(0, m_theme.metrics().barMargin(), 0, m_theme.metrics().step);
}

/// Numbers stand at the right of their fields, which are narrower than those of texts.
void SettingsForm::style(Row& row)
{
    const int step = m_theme.metrics().step;
    row.area->setMinimumHeight(kFormRow * step);
    row.label->setFixedWidth(kFormLabel * step);
    row.label->setWordWrap(true);
    row.area->findChild<QWidget*>(QStringLiteral("form.editor"))
        ->setMinimumWidth(kFormEditor * step);
    row.hintLabel->setFont(m_theme.captionFont());
    row.hintLabel->setWordWrap(true);
    if (row.text)
        row.text->setFixedWidth((row.text->alignment() & Qt::AlignRight ? kFormNumber : kFormText) *
                                step);
    if (!row.text || !row.text->property(kWrong).toBool())
        showState(row, {});
}

void SettingsForm::applyTheme()
{
    const Metrics& m = m_theme.metrics();
    m_layout->setContentsMargins(m.barMargin() + m.step / 2, m.textMargin(), m.barMargin(),
                                 m.textMargin());
    for (QLabel* heading : std::as_const(m_headings))
        style(*heading);
    for (QLabel* unit : std::as_const(m_units))
        setTextColour(*unit, m_theme.tokens().dim);
    for (Row& row : m_rows) {
        if (row.label)
            style(row);
    }
}

} // namespace faultline::ui

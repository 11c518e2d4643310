// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/source_panel.h"

#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/style/workbench_style.h"
#include "ui/views/credential_dialog.h"
#include "ui/views/flat_button.h"
#include "ui/views/link_button.h"
#include "ui/views/page_head.h"
#include "ui/views/panel_header.h"
#include "ui/views/tight_layout.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace faultline::ui {

namespace {

using Kind = SourceSetting::Kind;

constexpr int kTypesInRow = 3;

bool isBucket(Kind kind)
{
    return kind == Kind::S3 || kind == Kind::Gcs;
}

/// Does the engine ask it for paths that a layout makes?
bool hasLayout(const SourceSetting& source)
{
    return source.kind == Kind::Http || isBucket(source.kind) ||
           (source.kind == Kind::Folder && !source.layout.isEmpty());
}

} // namespace

SourcePanel::SourcePanel(const UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_header(new PanelHeader(context.theme, {})),
      m_back(new FlatButton(context.theme, tr("Back"))),
      m_name(addField("source.name", tr("Name"))),
      m_location(addField("source.location", tr("Folder, address or bucket"))),
      m_browse(new QPushButton(tr("Choose…"))), m_folder(addField("source.folder", tr("Folder"))),
      m_region(addField("source.region", tr("Region"))),
      m_endpoint(addField("source.endpoint", tr("Endpoint"))), m_layout(new QComboBox),
      m_casing(new QComboBox), m_paths(addField("source.paths", tr("Only paths"))),
      m_hint(plainLabel()), m_access(new QComboBox), m_secret(plainLabel()),
      m_set(new QPushButton(tr("Set…"))), m_forget(new QPushButton(tr("Forget"))),
      m_testHeader(new PanelHeader(context.theme, tr("Test"))),
      m_testAgain(new LinkButton(context.theme)), m_result(plainLabel()), m_detail(plainLabel()),
      m_first(new QPushButton), m_second(new QPushButton),
      m_duplicate(new QPushButton(tr("Duplicate"))), m_remove(new QPushButton(tr("Remove")))
{
    setObjectName(QStringLiteral("source.panel"));
    m_back->setObjectName(QStringLiteral("source.back"));
    m_back->setAccessibleName(tr("Back to the list of sources"));
    m_header->addRight(m_back);
    m_back->hide();
    auto* content = new QWidget;
    QBoxLayout* column = tight(new QVBoxLayout(content));
    column->addWidget(buildFields());
    column->addWidget(buildAccess());
    column->addWidget(buildTest());
    column->addStretch(1);
    content->setBackgroundRole(QPalette::Base);
    content->setAutoFillBackground(true);
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    QBoxLayout* layout = tight(new QVBoxLayout(this));
    layout->addWidget(m_header);
    layout->addWidget(scroll, 1);
    layout->addWidget(new PanelEdge(context.theme, Qt::Horizontal));
    layout->addWidget(buildButtons());
    connectFields();
    connect(m_back, &FlatButton::clicked, this, &SourcePanel::backRequested);
    connect(&context.theme, &Theme::changed, this, &SourcePanel::applyTheme);
    applyTheme();
}

QLineEdit* SourcePanel::addField(const char* name, const QString& label)
{
    auto* edit = new QLineEdit(this);
    edit->setObjectName(QLatin1String(name));
    edit->setAccessibleName(label);
    return edit;
}

QWidget* SourcePanel::buildFields()
{
    auto* fields = new QWidget;
    m_column = tight(new QVBoxLayout(fields));
    m_form = new QFormLayout;
    m_column->addLayout(m_form);
    m_place = new QWidget;
    QBoxLayout* place = tight(new QHBoxLayout(m_place));
    place->setSpacing(m_context.theme.metrics().textMargin());
    place->addWidget(m_location, 1);
    place->addWidget(m_browse);
    m_browse->setObjectName(QStringLiteral("source.browse"));
    m_browse->setAccessibleName(tr("Choose a folder"));
    m_layout->setObjectName(QStringLiteral("source.layout"));
    m_layout->setAccessibleName(tr("Layout"));
    m_casing->setObjectName(QStringLiteral("source.casing"));
    m_casing->setAccessibleName(tr("Letters of paths"));
    m_casing->addItem(tr("as the layout has them"), QString());
    m_casing->addItem(tr("lower case"), QStringLiteral("lowercase"));
    m_casing->addItem(tr("upper case"), QStringLiteral("uppercase"));
    m_paths->setPlaceholderText(tr("all, or for example */libscene*"));
    m_hint->setObjectName(QStringLiteral("source.hint"));
    m_hint->setWordWrap(true);
    m_form->addRow(tr("Name"), m_name);
    m_form->addRow(tr("Place"), m_place);
    m_form->addRow(tr("Folder"), m_folder);
    m_form->addRow(tr("Region"), m_region);
    m_form->addRow(tr("Endpoint"), m_endpoint);
    m_form->addRow(tr("Layout"), m_layout);
    m_form->addRow(tr("Letters"), m_casing);
    buildTypes(*m_form);
    m_form->addRow(tr("Only paths"), m_paths);
    // In a form with hidden rows, Qt 6.4 writes beyond its memory for a widget that is as high as
    // its width asks for.
    m_column->addWidget(m_hint);
    return fields;
}

void SourcePanel::buildTypes(QFormLayout& form)
{
    m_types = new QWidget;
    auto* grid = new QGridLayout(m_types);
    grid->setContentsMargins(0, 0, 0, 0);
    for (const FileGroup& group : fileGroups()) {
        auto* box = new QCheckBox(group.name);
        box->setObjectName(QStringLiteral("source.type.") + group.types.first());
        //: a kind of files, such as ELF
        box->setAccessibleName(tr("Files: %1").arg(group.name));
        const int at = int(m_typeBoxes.size());
        grid->addWidget(box, at / kTypesInRow, at % kTypesInRow);
        m_typeBoxes.append(box);
    }
    form.addRow(tr("Files"), m_types);
}

QWidget* SourcePanel::buildAccess()
{
    m_accessArea = new QWidget;
    QBoxLayout* layout = tight(new QVBoxLayout(m_accessArea));
    layout->addWidget(new PanelHeader(m_context.theme, tr("Credentials")));
    auto* area = new QWidget;
    auto* column = new QVBoxLayout(area);
    m_access->setObjectName(QStringLiteral("source.access"));
    m_access->setAccessibleName(tr("Credentials"));
    column->addWidget(m_access);
    auto* line = new QHBoxLayout;
    line->addWidget(m_secret, 1);
    line->addWidget(m_set);
    line->addWidget(m_forget);
    m_secret->setObjectName(QStringLiteral("source.secret"));
    m_set->setObjectName(QStringLiteral("source.set"));
    m_set->setAccessibleName(tr("Set the credentials of this source"));
    m_forget->setObjectName(QStringLiteral("source.forget"));
    m_forget->setAccessibleName(tr("Forget the credentials of this source"));
    column->addLayout(line);
    layout->addWidget(area);
    return m_accessArea;
}

QWidget* SourcePanel::buildTest()
{
    auto* test = new QWidget;
    QBoxLayout* layout = tight(new QVBoxLayout(test));
    layout->addWidget(m_testHeader);
    m_testAgain->setObjectName(QStringLiteral("source.test"));
    m_testAgain->setFullText(tr("Test"));
    m_testHeader->addRight(m_testAgain);
    m_result->setObjectName(QStringLiteral("source.result"));
    m_detail->setObjectName(QStringLiteral("source.detail"));
    for (QLabel* label : {m_result, m_detail}) {
        label->setWordWrap(true);
        layout->addWidget(label);
    }
    return test;
}

QWidget* SourcePanel::buildButtons()
{
    auto* buttons = new QWidget;
    auto* layout = new QHBoxLayout(buttons);
    m_first->setObjectName(QStringLiteral("source.first"));
    m_first->setProperty(kPrimary, true);
    m_second->setObjectName(QStringLiteral("source.second"));
    m_duplicate->setObjectName(QStringLiteral("source.duplicate"));
    m_remove->setObjectName(QStringLiteral("source.remove"));
    layout->addWidget(m_first);
    layout->addWidget(m_second);
    layout->addWidget(m_duplicate);
    layout->addStretch(1);
    layout->addWidget(m_remove);
    return buttons;
}

void SourcePanel::connectFields()
{
    for (QLineEdit* each : {m_name, m_location, m_folder, m_region, m_endpoint, m_paths})
        connect(each, &QLineEdit::editingFinished, this, &SourcePanel::commit);
    for (QComboBox* each : {m_layout, m_casing, m_access})
        connect(each, &QComboBox::activated, this, &SourcePanel::commit);
    for (QCheckBox* each : std::as_const(m_typeBoxes))
        connect(each, &QCheckBox::clicked, this, [this, each] {
            if (enteredTypes().isEmpty() && !each->isChecked())
                each->setChecked(true); // A source without any files is of no use.
            commit();
        });
    connect(m_browse, &QPushButton::clicked, this, &SourcePanel::browse);
    connect(m_set, &QPushButton::clicked, this,
            [this] { askForCredentials(m_context, m_source, this); });
    connect(m_forget, &QPushButton::clicked, this, [this] {
        m_context.workbench.credentials()->forget(m_source.id, secretFieldsOf(m_source.access));
        showAccess();
    });
    connect(m_testAgain, &LinkButton::clicked, this, &SourcePanel::testRequested);
    connect(m_first, &QPushButton::clicked, this, [this] { switchOn(!m_source.isOn); });
    connect(m_second, &QPushButton::clicked, this, [this] { Q_EMIT testRequested(); });
    connect(m_duplicate, &QPushButton::clicked, this, &SourcePanel::duplicateRequested);
    connect(m_remove, &QPushButton::clicked, this, &SourcePanel::removeRequested);
    if (Credentials* credentials = m_context.workbench.credentials()) {
        connect(credentials, &Credentials::changed, this, &SourcePanel::showAccess);
        connect(credentials, &Credentials::keychainMissed, this, &SourcePanel::showAccess);
    }
}

void SourcePanel::show(const SourceSetting& source, bool isFixed, const SourceTest& test)
{
    const bool isOther = source != m_source;
    m_source = source;
    m_isFixed = isFixed;
    m_test = test;
    if (isOther || m_name->text().isEmpty()) {
        m_isShowing = true;
        showFields();
        m_isShowing = false;
        showProblem(isFixed ? SourceProblem() : sourceProblem(source));
    }
    showAccess();
    showTest();
    showButtons();
}

void SourcePanel::editLocation()
{
    QLineEdit* field = m_location->isEnabled() && !m_place->isHidden() ? m_location : m_name;
    field->setFocus(Qt::OtherFocusReason);
    field->selectAll();
}

void SourcePanel::setBackShown(bool isShown)
{
    m_back->setVisible(isShown);
}

void SourcePanel::fillLayouts()
{
    m_layout->clear();
    if (m_source.kind == Kind::Folder)
        m_layout->addItem(tr("Any: a build folder, searched by id"), QString());
    m_layout->addItem(tr("debuginfod (build-id paths)"), QStringLiteral("debuginfod"));
    m_layout->addItem(tr("Microsoft symbol store"), QStringLiteral("symstore"));
    m_layout->addItem(tr("Microsoft symbol store, two-level index"),
                      QStringLiteral("symstore_index2"));
    m_layout->addItem(tr("SSQP"), QStringLiteral("ssqp"));
    m_layout->addItem(tr("Native (per platform)"), QStringLiteral("native"));
    m_layout->addItem(tr("Unified"), QStringLiteral("unified"));
    m_layout->addItem(tr("Slash symbols"), QStringLiteral("slashsymbols"));
    m_layout->setCurrentIndex(m_layout->findData(m_source.layout));
}

void SourcePanel::showFields()
{
    const Kind kind = m_source.kind;
    m_name->setText(m_source.name);
    m_location->setText(m_source.location);
    m_location->setPlaceholderText(
        kind == Kind::Folder   ? QStringLiteral("/home/me/build")
        : isBucket(kind)       ? QStringLiteral("acme-builds")
        : kind == Kind::Sentry ? QStringLiteral("https://sentry.io/api/0/projects/…/files/dsyms/")
                               : QStringLiteral("https://debuginfod.example.org"));
    m_folder->setText(m_source.folder);
    m_folder->setPlaceholderText(tr("the whole bucket"));
    m_region->setText(m_source.region);
    m_endpoint->setText(m_source.endpoint);
    m_endpoint->setPlaceholderText(tr("the provider's own"));
    m_casing->setCurrentIndex(m_casing->findData(m_source.casing));
    m_paths->setText(m_source.onlyPaths.join(QStringLiteral(", ")));
    fillLayouts();
    const auto groups = fileGroups();
    for (qsizetype i = 0; i < groups.size(); ++i) {
        const bool isAsked = m_source.fileTypes.isEmpty() ||
                             std::ranges::any_of(groups.at(i).types, [this](const QString& type) {
                                 return m_source.fileTypes.contains(type);
                             });
        m_typeBoxes.at(i)->setChecked(isAsked);
    }
    m_browse->setVisible(kind == Kind::Folder && !m_isFixed);
    m_form->setRowVisible(m_folder, isBucket(kind));
    m_form->setRowVisible(m_region, kind == Kind::S3);
    m_form->setRowVisible(m_endpoint, isBucket(kind));
    m_form->setRowVisible(m_layout, kind == Kind::Folder || kind == Kind::Http || isBucket(kind));
    m_form->setRowVisible(m_casing, hasLayout(m_source));
    const bool hasFilters = kind != Kind::Preset && !m_isFixed;
    m_form->setRowVisible(m_types, hasFilters);
    m_form->setRowVisible(m_paths, hasFilters);
    m_name->setReadOnly(m_isFixed);
    m_location->setReadOnly(m_isFixed || kind == Kind::Preset);
    for (QWidget* each : {static_cast<QWidget*>(m_folder), static_cast<QWidget*>(m_region),
                          static_cast<QWidget*>(m_endpoint), static_cast<QWidget*>(m_layout),
                          static_cast<QWidget*>(m_casing)})
        each->setEnabled(!m_isFixed);
}

/// Where the secrets are, and never what they are.
void SourcePanel::showAccess()
{
    const auto accesses = accessesOf(m_source.kind);
    const Credentials* credentials = m_context.workbench.credentials();
    const bool canHave = credentials && !m_isFixed &&
                         (accesses.size() > 1 || !secretFieldsOf(accesses.first()).isEmpty());
    m_accessArea->setVisible(canHave);
    if (!canHave)
        return;
    m_access->clear();
    for (const auto access : accesses)
        m_access->addItem(accessText(access), int(access));
    m_access->setCurrentIndex(m_access->findData(int(m_source.access)));
    m_access->setVisible(accesses.size() > 1);
    const bool needs = !secretFieldsOf(m_source.access).isEmpty();
    const auto place = credentials->place(m_source.id);
    const bool isSet = place != Credentials::Place::Nowhere;
    m_secret->setText(!needs  ? tr("nothing is sent but what is asked for")
                      : isSet ? tr("%1, never shown again").arg(placeText(place))
                              : placeText(place));
    m_set->setVisible(needs);
    m_set->setText(isSet ? tr("Replace…") : tr("Set…"));
    m_forget->setVisible(needs && isSet);
}

void SourcePanel::showTest()
{
    using State = SourceTest::State;
    const ThemeTokens& t = m_context.theme.tokens();
    m_testAgain->setFullText(m_test.state == State::NotTested ? tr("Test") : tr("Test again"));
    m_testAgain->setEnabled(m_test.state != State::Running);
    m_result->setText(m_test.state == State::NotTested
                          ? tr("One question for a file that no build has: it shows whether the "
                               "source answers.")
                          : m_test.text);
    setTextColour(*m_result, m_test.state == State::Works   ? t.ok
                             : m_test.state == State::Fails ? t.warn
                                                            : t.dim);
    m_detail->setText(shownText(m_test.detail));
    m_detail->setVisible(!m_test.detail.isEmpty());
}

void SourcePanel::showButtons()
{
    const QString state = m_source.isOn ? tr("on") : tr("off");
    m_header->setTitle(withoutKeys(m_source.name.isEmpty() ? tr("New source") : m_source.name));
    m_header->setCaption(sourceKindText(m_source) + QStringLiteral(" · ") +
                         (m_isFixed ? tr("from config.yml") : state));
    const QString problem = m_isFixed ? QString() : sourceProblem(m_source).text;
    m_first->setText(m_source.isOn ? tr("Switch off") : tr("Switch on"));
    m_first->setProperty(kPrimary, !m_source.isOn);
    m_first->setEnabled(!m_isFixed && (m_source.isOn || problem.isEmpty()));
    m_first->setToolTip(
        shownText(m_isFixed ? tr("It comes from config.yml, change it there") : problem));
    m_second->setText(tr("Test"));
    m_second->setEnabled(problem.isEmpty() && m_test.state != SourceTest::State::Running);
    m_second->setToolTip(shownText(problem));
    m_testAgain->setEnabled(m_second->isEnabled());
    m_duplicate->setEnabled(!m_isFixed);
    m_remove->setEnabled(!m_isFixed);
    m_first->update();
}

void SourcePanel::showProblem(const SourceProblem& problem)
{
    using Field = SourceProblem::Field;
    const std::array fields{std::pair{Field::Name, m_name}, std::pair{Field::Location, m_location},
                            std::pair{Field::Region, m_region},
                            std::pair{Field::Endpoint, m_endpoint}};
    const bool isWrong = !problem.text.isEmpty();
    // An empty field of a new source is not wrong yet.
    for (const auto& [field, edit] : fields) {
        edit->setProperty(kWrong, problem.field == field && !edit->text().isEmpty());
        edit->setAccessibleDescription(problem.field == field ? problem.text : QString());
        edit->update();
    }
    QString hint = problem.text;
    if (!isWrong && m_source.kind == Kind::Folder)
        hint = tr("Files are read where they are and matched by their ids.");
    else if (!isWrong && m_source.kind == Kind::Preset) {
        for (const SourcePresetRow& preset : m_context.workbench.sourcePresets()) {
            if (preset.id == m_source.location)
                hint = preset.url + u'\n' + preset.whatIsSent;
        }
    } else if (!isWrong)
        hint = tr("The server is sent the file name and build id of each module that a report "
                  "needs, nothing else.");
    m_hint->setText(shownText(hint));
    setTextColour(*m_hint, isWrong ? m_context.theme.tokens().warn : m_context.theme.tokens().dim);
}

QStringList SourcePanel::enteredTypes() const
{
    QStringList types;
    const auto groups = fileGroups();
    for (qsizetype i = 0; i < groups.size(); ++i) {
        if (m_typeBoxes.at(i)->isChecked())
            types += groups.at(i).types;
    }
    return types;
}

SourceSetting SourcePanel::entered() const
{
    SourceSetting source = m_source;
    source.name = m_name->text().trimmed();
    source.location = m_location->text().trimmed();
    source.folder = m_folder->text().trimmed();
    source.region = m_region->text().trimmed();
    source.endpoint = m_endpoint->text().trimmed();
    source.layout = m_layout->currentData().toString();
    source.casing = m_casing->currentData().toString();
    if (m_access->count() > 0)
        source.access = SourceSetting::Access(m_access->currentData().toInt());
    const bool isAll = std::ranges::all_of(m_typeBoxes, &QCheckBox::isChecked);
    source.fileTypes = isAll ? QStringList() : enteredTypes();
    source.onlyPaths.clear();
    for (const QString& path : m_paths->text().split(u',', Qt::SkipEmptyParts)) {
        if (!path.trimmed().isEmpty())
            source.onlyPaths.append(path.trimmed());
    }
    return source;
}

/// A source that does not fit is kept only while it is off, so that it is never asked.
void SourcePanel::commit()
{
    if (m_isShowing || m_isFixed)
        return;
    SourceSetting source = entered();
    if (source.kind == Kind::Preset)
        source.location = m_source.location;
    const SourceProblem problem = sourceProblem(source);
    showProblem(problem);
    if (source == m_source || (!problem.text.isEmpty() && m_source.isOn))
        return;
    m_source = source;
    m_form->setRowVisible(m_casing, hasLayout(source));
    showAccess();
    showButtons();
    Q_EMIT edited(source);
}

void SourcePanel::switchOn(bool isOn)
{
    SourceSetting source = m_source;
    source.isOn = isOn;
    Q_EMIT edited(source);
}

void SourcePanel::browse()
{
    auto* dialog = new QFileDialog(this, tr("Folder of Debug Files"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        m_location->setText(path);
        commit();
    });
    dialog->open();
}

void SourcePanel::applyTheme()
{
    const Theme& theme = m_context.theme;
    const Metrics& m = theme.metrics();
    m_location->setFont(theme.fixedFont());
    m_endpoint->setFont(theme.fixedFont());
    m_paths->setFont(theme.fixedFont());
    m_column->setContentsMargins(m.barMargin(), m.textMargin(), m.barMargin(), m.textMargin());
    m_column->setSpacing(m.step);
    m_form->setVerticalSpacing(m.step);
    for (QLabel* label : {m_hint, m_detail, m_secret})
        label->setFont(theme.captionFont());
    setTextColour(*m_secret, theme.tokens().dim);
    setTextColour(*m_detail, theme.tokens().dim);
    for (QLabel* label : {m_result, m_detail})
        label->setContentsMargins(m.barMargin(), m.step, m.barMargin(), m.step);
    showTest();
    showProblem(m_isFixed ? SourceProblem() : sourceProblem(entered()));
}

} // namespace faultline::ui

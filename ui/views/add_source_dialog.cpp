// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/add_source_dialog.h"

#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/workbench_style.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

#include <utility>

namespace faultline::ui {

QString sourceKindText(const SourceSetting& source)
{
    switch (source.kind) {
    case SourceSetting::Kind::Preset: return AddSourceDialog::tr("Public server");
    case SourceSetting::Kind::Folder: return AddSourceDialog::tr("Folder");
    case SourceSetting::Kind::Http: break;
    }
    //: %1 is the layout of a symbol server, such as "debuginfod"
    return AddSourceDialog::tr("Server (%1)").arg(source.layout);
}

AddSourceDialog::AddSourceDialog(const Theme& theme,
                                 QList<SourcePresetRow> presets,
                                 QWidget* parent)
    : QDialog(parent), m_presets(std::move(presets)), m_form(new QFormLayout),
      m_kind(new QComboBox(this)), m_location(new QLineEdit(this)),
      m_browse(new QPushButton(tr("Browse…"), this)), m_place(new QWidget(this)),
      m_preset(new QComboBox(this)), m_layout(new QComboBox(this)), m_name(new QLineEdit(this)),
      m_hint(plainLabel(this)), m_add(new QPushButton(tr("Add"), this))
{
    setObjectName(QStringLiteral("dialog.add_source"));
    setWindowTitle(tr("Add Source"));
    setMinimumWidth(130 * theme.metrics().step);
    buildForm();
    addLayouts();
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(theme.metrics().barMargin());
    layout->addLayout(m_form);
    layout->addWidget(m_hint);
    buildButtons();
    connect(m_kind, &QComboBox::currentIndexChanged, this, &AddSourceDialog::updateForm);
    connect(m_location, &QLineEdit::textChanged, this, &AddSourceDialog::updateForm);
    connect(m_preset, &QComboBox::currentIndexChanged, this, &AddSourceDialog::updateForm);
    connect(m_browse, &QPushButton::clicked, this, &AddSourceDialog::browse);
    updateForm();
}

void AddSourceDialog::buildForm()
{
    m_kind->addItem(tr("Folder on this computer"), int(SourceSetting::Kind::Folder));
    m_kind->addItem(tr("Symbol server (HTTP)"), int(SourceSetting::Kind::Http));
    m_kind->addItem(tr("Well-known public server"), int(SourceSetting::Kind::Preset));
    m_kind->setObjectName(QStringLiteral("source.kind"));
    m_preset->setObjectName(QStringLiteral("source.preset"));
    m_preset->setAccessibleName(tr("Server"));
    m_name->setObjectName(QStringLiteral("source.name"));
    m_layout->setObjectName(QStringLiteral("source.layout"));
    for (const SourcePresetRow& preset : std::as_const(m_presets))
        m_preset->addItem(preset.name, preset.id);
    m_kind->setAccessibleName(tr("Kind of source"));
    m_location->setAccessibleName(tr("Folder or address"));
    m_location->setObjectName(QStringLiteral("source.location"));
    m_name->setAccessibleName(tr("Name"));
    m_name->setPlaceholderText(tr("as shown in Why?"));
    m_layout->setAccessibleName(tr("Layout"));
    m_hint->setWordWrap(true);
    auto* place = new QHBoxLayout(m_place);
    place->setContentsMargins(0, 0, 0, 0);
    place->addWidget(m_location, 1);
    place->addWidget(m_browse);
    m_form->addRow(tr("Kind"), m_kind);
    m_form->addRow(tr("Location"), m_place);
    m_form->addRow(tr("Server"), m_preset);
    m_form->addRow(tr("Layout"), m_layout);
    m_form->addRow(tr("Name"), m_name);
}

void AddSourceDialog::addLayouts()
{
    m_layout->addItem(tr("Any: a build folder, searched by id"), QString());
    m_layout->addItem(tr("debuginfod (build-id paths)"), QStringLiteral("debuginfod"));
    m_layout->addItem(tr("Microsoft symbol store"), QStringLiteral("symstore"));
    m_layout->addItem(tr("Microsoft symbol store, two-level index"),
                      QStringLiteral("symstore_index2"));
    m_layout->addItem(tr("SSQP"), QStringLiteral("ssqp"));
    m_layout->addItem(tr("Native (per platform)"), QStringLiteral("native"));
    m_layout->addItem(tr("Unified"), QStringLiteral("unified"));
    m_layout->addItem(tr("Slash symbols"), QStringLiteral("slashsymbols"));
}

void AddSourceDialog::buildButtons()
{
    auto* cancel = new QPushButton(tr("Cancel"), this);
    m_add->setProperty(kPrimary, true);
    m_add->setDefault(true);
    m_add->setObjectName(QStringLiteral("source.add"));
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_add);
    static_cast<QVBoxLayout*>(layout())->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_add, &QPushButton::clicked, this, &QDialog::accept);
}

SourceSetting::Kind AddSourceDialog::kind() const
{
    return SourceSetting::Kind(m_kind->currentData().toInt());
}

void AddSourceDialog::setSource(const SourceSetting& source)
{
    setWindowTitle(tr("Edit Source"));
    m_add->setText(tr("Save"));
    m_kind->setCurrentIndex(m_kind->findData(int(source.kind)));
    if (source.kind == SourceSetting::Kind::Preset)
        m_preset->setCurrentIndex(m_preset->findData(source.location));
    else
        m_location->setText(source.location);
    m_layout->setCurrentIndex(m_layout->findData(source.layout));
    m_name->setText(source.name);
    updateForm();
}

QString AddSourceDialog::problem() const
{
    if (isPreset())
        return m_preset->currentIndex() < 0 ? tr("Choose a server.") : QString();
    const QString location = m_location->text().trimmed();
    if (location.isEmpty())
        return isHttp() ? tr("Enter the server's address.") : tr("Choose a folder.");
    const QUrl url(location, QUrl::StrictMode);
    if (isHttp() && (!url.isValid() || url.host().isEmpty() ||
                     !url.scheme().startsWith(QStringLiteral("http"))))
        return tr("The address starts with http:// or https:// and names a host.");
    if (!isHttp() && !QFileInfo(location).isDir())
        return tr("There is no such folder.");
    return {};
}

void AddSourceDialog::updateForm()
{
    m_browse->setVisible(!isHttp());
    m_location->setPlaceholderText(isHttp() ? QStringLiteral("https://debuginfod.example.org")
                                            : QStringLiteral("/home/me/build"));
    if (isHttp() && m_layout->currentData().toString().isEmpty())
        m_layout->setCurrentIndex(1);
    m_form->setRowVisible(m_place, !isPreset());
    m_form->setRowVisible(m_layout, !isPreset());
    m_form->setRowVisible(m_preset, isPreset());
    const QString wrong = problem();
    const bool tells = !wrong.isEmpty() && !m_location->text().isEmpty();
    m_hint->setText(tells ? wrong : whatHappens());
    m_add->setEnabled(wrong.isEmpty());
    m_add->setToolTip(shownText(wrong));
}

QString AddSourceDialog::whatHappens() const
{
    if (isHttp())
        return tr("The server is sent the file name and build id of each module that a report "
                  "needs, nothing else.");
    if (!isPreset())
        return tr("Files are read where they are and matched by their ids.");
    if (m_preset->currentIndex() < 0)
        return {};
    const SourcePresetRow& preset = m_presets.at(m_preset->currentIndex());
    return preset.url + u'\n' + preset.whatIsSent;
}

void AddSourceDialog::browse()
{
    auto* dialog = new QFileDialog(this, tr("Folder of Debug Files"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, m_location, &QLineEdit::setText);
    dialog->open();
}

SourceSetting AddSourceDialog::source() const
{
    QString name = m_name->text().trimmed();
    if (isPreset())
        return {.kind = kind(),
                .name = name.isEmpty() ? m_preset->currentText() : name,
                .location = m_preset->currentData().toString(),
                .layout = {}};
    const QString location = m_location->text().trimmed();
    if (name.isEmpty())
        name = isHttp() ? QUrl(location).host() : QFileInfo(location).fileName();
    return {.kind = kind(),
            .name = name,
            .location = location,
            .layout = m_layout->currentData().toString()};
}

} // namespace faultline::ui

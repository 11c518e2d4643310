#include "ui/views/add_source_dialog.h"

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

namespace faultline::ui {

AddSourceDialog::AddSourceDialog(const Theme& theme, QWidget* parent)
    : QDialog(parent), m_form(new QFormLayout), m_kind(new QComboBox(this)),
      m_location(new QLineEdit(this)), m_browse(new QPushButton(tr("Browse…"), this)),
      m_layout(new QComboBox(this)), m_name(new QLineEdit(this)), m_hint(new QLabel(this)),
      m_add(new QPushButton(tr("Add"), this))
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
    connect(m_browse, &QPushButton::clicked, this, &AddSourceDialog::browse);
    updateForm();
}

void AddSourceDialog::buildForm()
{
    m_kind->addItem(tr("Folder on this computer"));
    m_kind->addItem(tr("Symbol server (HTTP)"));
    m_kind->setAccessibleName(tr("Kind of source"));
    m_location->setAccessibleName(tr("Folder or address"));
    m_location->setObjectName(QStringLiteral("source.location"));
    m_name->setAccessibleName(tr("Name"));
    m_name->setPlaceholderText(tr("as shown in Why?"));
    m_layout->setAccessibleName(tr("Layout"));
    m_hint->setWordWrap(true);
    auto* place = new QHBoxLayout;
    place->addWidget(m_location, 1);
    place->addWidget(m_browse);
    m_form->addRow(tr("Kind"), m_kind);
    m_form->addRow(tr("Location"), place);
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

bool AddSourceDialog::isHttp() const
{
    return m_kind->currentIndex() == 1;
}

QString AddSourceDialog::problem() const
{
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
    const QString wrong = problem();
    const QString sent = isHttp() ? tr("The server is sent the file name and build id of each "
                                       "module that a report needs, nothing else.")
                                  : tr("Files are read where they are and matched by their ids.");
    m_hint->setText(wrong.isEmpty() || m_location->text().isEmpty() ? sent : wrong);
    m_add->setEnabled(wrong.isEmpty());
    m_add->setToolTip(wrong);
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
    const QString location = m_location->text().trimmed();
    const auto kind = isHttp() ? SourceSetting::Kind::Http : SourceSetting::Kind::Folder;
    QString name = m_name->text().trimmed();
    if (name.isEmpty())
        name = isHttp() ? QUrl(location).host() : QFileInfo(location).fileName();
    return {kind, name, location, m_layout->currentData().toString()};
}

} // namespace faultline::ui

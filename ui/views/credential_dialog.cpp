// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/credential_dialog.h"

#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/workbench_style.h"
#include "ui/views/source_words.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QUuid>
#include <QVBoxLayout>

namespace faultline::ui {

namespace {

constexpr qint64 kLongestKeyFile = 65'536;

const QString& keyFileField()
{
    static const QString name = QStringLiteral("key_file");
    return name;
}

bool isOptional(const QString& field)
{
    return field == QLatin1String("session_token");
}

/// Empty when the file is no key of a service account. A pipe would keep its reader waiting.
QString readKeyFile(const QString& path)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly) ||
        file.size() > kLongestKeyFile)
        return {};
    const QByteArray content = file.read(kLongestKeyFile);
    const QJsonObject key = QJsonDocument::fromJson(content).object();
    const bool isKey = !key.value(QLatin1String("private_key")).toString().isEmpty() &&
                       !key.value(QLatin1String("client_email")).toString().isEmpty();
    return isKey ? QString::fromUtf8(content) : QString();
}

} // namespace

CredentialDialog::CredentialDialog(const Theme& theme, const SourceSetting& source, QWidget* parent)
    : QDialog(parent), m_save(new QPushButton(tr("Keep"), this))
{
    setObjectName(QStringLiteral("dialog.credentials"));
    setWindowTitle(titleText(tr("Credentials of %1").arg(source.name)));
    setMinimumWidth(120 * theme.metrics().step);
    auto* form = new QFormLayout;
    for (const QString& field : secretFieldsOf(source.access))
        addField(*form, field);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    m_save->setObjectName(QStringLiteral("credentials.keep"));
    m_save->setProperty(kPrimary, true);
    m_save->setDefault(true);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_save);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(theme.metrics().barMargin());
    layout->addWidget(plainLabel(accessText(source.access), this));
    layout->addLayout(form);
    layout->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &QDialog::accept);
    showButtons();
}

void CredentialDialog::addField(QFormLayout& form, const QString& field)
{
    auto* edit = new QLineEdit(this);
    edit->setObjectName(QStringLiteral("credentials.") + field);
    edit->setAccessibleName(secretText(field));
    connect(edit, &QLineEdit::textChanged, this, &CredentialDialog::showButtons);
    m_fields.insert(field, edit);
    if (field != keyFileField()) {
        edit->setEchoMode(field == QLatin1String("user") ? QLineEdit::Normal : QLineEdit::Password);
        if (isOptional(field))
            edit->setPlaceholderText(tr("of temporary keys; may stay empty"));
        return form.addRow(secretText(field), edit);
    }
    auto* choose = new QPushButton(tr("Choose…"), this);
    auto* line = new QHBoxLayout;
    line->addWidget(edit, 1);
    line->addWidget(choose);
    form.addRow(secretText(field), line);
    connect(choose, &QPushButton::clicked, this, [this, edit] { browse(edit); });
}

void CredentialDialog::browse(QLineEdit* path)
{
    auto* dialog = new QFileDialog(this, tr("Key of a Service Account"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, path, &QLineEdit::setText);
    dialog->open();
}

/// The file is read once, here; it may go afterwards.
void CredentialDialog::showButtons()
{
    bool isWhole = true;
    for (const auto& [field, edit] : m_fields.asKeyValueRange()) {
        if (field != keyFileField()) {
            isWhole = isWhole && (isOptional(field) || !edit->text().isEmpty());
            continue;
        }
        m_keyFile = readKeyFile(edit->text());
        isWhole = isWhole && !m_keyFile.isEmpty();
        edit->setProperty(kWrong, m_keyFile.isEmpty() && !edit->text().isEmpty());
        edit->update();
    }
    m_save->setEnabled(isWhole);
    m_save->setToolTip(shownText(isWhole ? QString() : tr("Fill in every field first")));
}

QMap<QString, QString> CredentialDialog::secrets() const
{
    QMap<QString, QString> secrets;
    for (const auto& [field, edit] : m_fields.asKeyValueRange()) {
        const QString secret = field == keyFileField() ? m_keyFile : edit->text();
        if (!secret.isEmpty())
            secrets.insert(field, secret);
    }
    return secrets;
}

void askForCredentials(const UiContext& context, const SourceSetting& source, QWidget* parent)
{
    auto* dialog = new CredentialDialog(context.theme, source, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QDialog::accepted, parent, [context, dialog, source] {
        QString id = source.id;
        auto sources = context.settings.sources();
        const auto at = sources.indexOf(source);
        if (at < 0)
            return;
        if (id.isEmpty()) {
            id = QUuid::createUuid().toString(QUuid::WithoutBraces);
            sources[at].id = id;
            context.settings.setSources(sources);
        }
        context.workbench.credentials()->set(id, dialog->secrets());
    });
    dialog->open();
}

} // namespace faultline::ui

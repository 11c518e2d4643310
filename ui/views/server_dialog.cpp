// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/server_dialog.h"

#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/style/workbench_style.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QUrl>
#include <QVBoxLayout>

namespace faultline::ui {

namespace {

/// A user and a password in a URL would be shown, so they are refused.
bool isUsable(const QString& text)
{
    const QUrl url(text.trimmed(), QUrl::StrictMode);
    return url.isValid() && !url.host().isEmpty() && url.userInfo().isEmpty() &&
           (url.scheme() == QLatin1String("http") || url.scheme() == QLatin1String("https"));
}

} // namespace

ServerDialog::ServerDialog(const Theme& theme, const QString& url, QWidget* parent)
    : QDialog(parent), m_own(new QRadioButton(tr("The server of this &computer"), this)),
      m_other(new QRadioButton(tr("&Another server"), this)), m_url(new QLineEdit(url, this)),
      m_token(new QLineEdit(this)), m_problem(plainLabel(this)),
      m_show(new QPushButton(tr("Show"), this))
{
    setObjectName(QStringLiteral("dialog.server"));
    setWindowTitle(tr("Which Server"));
    setMinimumWidth(120 * theme.metrics().step);
    m_own->setObjectName(QStringLiteral("server_dialog.own"));
    m_other->setObjectName(QStringLiteral("server_dialog.other"));
    m_url->setObjectName(QStringLiteral("server_dialog.url"));
    m_url->setPlaceholderText(QStringLiteral("https://symbols.example:3021"));
    m_url->setAccessibleName(tr("Address of the server"));
    m_token->setObjectName(QStringLiteral("server_dialog.token"));
    m_token->setEchoMode(QLineEdit::Password);
    m_token->setAccessibleName(tr("Token"));
    m_token->setPlaceholderText(tr("only if the server wants one; kept until the window ends"));
    (url.isEmpty() ? m_own : m_other)->setChecked(true);
    auto* form = new QFormLayout;
    form->addRow(tr("Address"), m_url);
    form->addRow(tr("Token"), m_token);
    m_problem->setObjectName(QStringLiteral("server_dialog.problem"));
    m_problem->setWordWrap(true);
    setTextColour(*m_problem, theme.tokens().dim);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    m_show->setObjectName(QStringLiteral("server_dialog.show"));
    m_show->setProperty(kPrimary, true);
    m_show->setDefault(true);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_show);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(theme.metrics().barMargin());
    layout->addWidget(m_own);
    layout->addWidget(m_other);
    layout->addLayout(form);
    layout->addWidget(m_problem);
    layout->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_show, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_own, &QRadioButton::toggled, this, &ServerDialog::showButtons);
    connect(m_url, &QLineEdit::textChanged, this, &ServerDialog::showButtons);
    showButtons();
}

QString ServerDialog::url() const
{
    return m_own->isChecked() ? QString() : m_url->text().trimmed();
}

QString ServerDialog::token() const
{
    return m_own->isChecked() ? QString() : m_token->text().trimmed();
}

void ServerDialog::showButtons()
{
    const bool isOther = m_other->isChecked();
    m_url->setEnabled(isOther);
    m_token->setEnabled(isOther);
    const bool isComplete = !isOther || isUsable(m_url->text());
    m_show->setEnabled(isComplete);
    m_problem->setText(isComplete ? tr("Its status is asked every two seconds while the page is in "
                                       "front. The server needs status_page: true.")
                                  : tr("An address begins with http:// or https:// and has neither "
                                       "a user nor a password."));
}

} // namespace faultline::ui

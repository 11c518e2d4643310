// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/plain_label.h"

#include <QRegularExpression>
#include <QTextDocument>

namespace faultline::ui {

QLabel* plainLabel(const QString& text, QWidget* parent)
{
    QLabel* label = plainLabel(parent);
    label->setText(text);
    return label;
}

QLabel* plainLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    return label;
}

QLabel* richLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::RichText);
    return label;
}

QString markdownText(const QString& markdown, const QFont& font)
{
    static const QRegularExpression pictures(QStringLiteral("<img[^>]*>"));
    QTextDocument document;
    document.setDefaultFont(font);
    QTextDocument::MarkdownFeatures features(QTextDocument::MarkdownDialectGitHub);
    features.setFlag(QTextDocument::MarkdownNoHTML);
    document.setMarkdown(markdown, features);
    return document.toHtml().remove(pictures);
}

} // namespace faultline::ui

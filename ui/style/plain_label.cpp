// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/plain_label.h"

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

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/settings_section.h"

#include "ui/views/tight_layout.h"

#include <QScrollArea>
#include <QVBoxLayout>

namespace faultline::ui {

FormSection::FormSection(const Theme& theme, Name name, QWidget* parent)
    : SettingsSection(theme, std::move(name), parent), m_form(new SettingsForm(theme))
{
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setBackgroundRole(QPalette::Base);
    m_form->setBackgroundRole(QPalette::Base);
    m_form->setAutoFillBackground(true);
    scroll->setWidget(m_form);
    tight(new QVBoxLayout(this))->addWidget(scroll);
}

} // namespace faultline::ui

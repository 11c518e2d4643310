// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/detail_model.h"
#include "ui/style/theme.h"

#include <QDialog>

namespace faultline::ui {

class ActionRegistry;

/// Lists every action that has a shortcut.
class ShortcutsDialog final : public QDialog
{
    Q_OBJECT

public:
    ShortcutsDialog(const Theme& theme, const ActionRegistry& actions, QWidget* parent = nullptr);

private:
    DetailModel m_model;
};

} // namespace faultline::ui

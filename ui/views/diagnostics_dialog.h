// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/detail_model.h"
#include "ui/views/ui_context.h"

#include <QDialog>

namespace faultline::ui {

/// What this program runs on and how it is set up, for reports of problems. It names no file, host
/// or person.
class DiagnosticsDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit DiagnosticsDialog(const UiContext& context, QWidget* parent = nullptr);

private:
    QList<DetailRow> rows() const;
    void copy() const;

    UiContext m_context;
    DetailModel m_model;
};

} // namespace faultline::ui

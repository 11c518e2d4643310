// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QShortcut>

namespace faultline::ui {

/// Ctrl+F of a view in a dialog. In the main window the action edit.find has the keys, which users
/// may change there, so this one is off.
class FindKey final : public QShortcut
{
    Q_OBJECT

public:
    explicit FindKey(QWidget& view);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace faultline::ui

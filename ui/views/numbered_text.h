// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QPlainTextEdit>

namespace faultline::ui {

/// An editor of plain text with the numbers of its lines at the left.
class NumberedText final : public QPlainTextEdit
{
    Q_OBJECT

public:
    /// `theme` must outlive the editor.
    explicit NumberedText(const Theme& theme, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int marginWidth() const;
    void arrange();
    void paintNumbers();

    const Theme& m_theme;
    QWidget* m_numbers; ///< Lies beside the viewport.
};

} // namespace faultline::ui

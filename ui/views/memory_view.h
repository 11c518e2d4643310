// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/report_view.h"

#include <optional>

class QAction;
class QLineEdit;

namespace faultline::ui {

class ElidedLabel;
class FlatButton;
class RowView;
enum class MemoryWords;

/// The memory of the process in words, from the current frame's stack pointer or a place that the
/// user goes to. Pointers can be followed.
class MemoryView final : public ReportView
{
    Q_OBJECT

public:
    explicit MemoryView(const UiContext& context, QWidget* parent = nullptr);

    QString selectedText() const override;

    QWidget* titleWidget() override;

    bool askForPlace() override;

    /// Goes to an address, register, module or function.
    void go(const QString& place);

protected:
    void bind(ReportSession& session) override;
    void refresh() override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildBar();
    void buildWords();
    void applyTheme();
    void showMemory();
    void showPlace();
    void showWords();
    void follow(const QModelIndex& index);
    void inspect(const QModelIndex& index);
    bool moveOn(int key);
    ViewState emptyState();

    QLineEdit* m_place;
    ElidedLabel* m_origin;
    FlatButton* m_back;
    FlatButton* m_words;
    QList<QAction*> m_wordActions; ///< In the order of MemoryWords.
    RowView* m_rows;
    StatefulView* m_view;
    std::optional<MemoryWords> m_shownWords;
    quint64 m_shownAnswer = 0; ///< Whose place was brought into sight.
};

} // namespace faultline::ui

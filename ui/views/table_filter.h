// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/row_filter.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

namespace faultline::ui {

class FilterHeader;
class RowView;
class StatePage;
class Theme;

/// Hides the rows of a table that do not fit its filter line. Of a long table the texts are taken
/// in slices and looked at on a thread of the pool; the next key ends that.
class TableFilter final : public QObject
{
    Q_OBJECT

public:
    TableFilter(const Theme& theme, RowView& view, FilterHeader& header);
    ~TableFilter() override;

    /// Shows the line and gives it the keyboard.
    void start();
    /// Shows all rows.
    void close();
    bool isOpen() const;
    /// Adds a word to what is looked for.
    void add(const QString& word);
    /// Rows have come, gone or changed; looks at them soon.
    void rowsChanged();
    /// The view shows another model.
    void modelChanged();
    /// Goes to the next row that is shown, or with -1 to the previous one, round the end.
    void step(int direction);
    /// Keeps the state that is shown in place of all rows where the rows are.
    void placeState();

Q_SIGNALS:
    /// The filter was opened or closed.
    void opened(bool isOpen);
    /// Rows lie in the mailbox. Emitted on the pool's thread.
    void made();

private:
    /// Where the pool's thread leaves what it has found, and finds the filter unless it has ended.
    struct Mailbox
    {
        std::mutex mutex; // Guards the others.
        TableFilter* owner = nullptr;
        quint64 run = 0;
        QList<bool> shown;
    };

    void look();
    void gather();
    FilterRow rowAt(int row) const;
    void run();
    void deliver();
    void apply(const QList<bool>& shown);
    void showAll();
    void showCount();
    void showNothing(bool isNothing);
    QStringList titles(int role) const;

    const Theme& m_theme;
    RowView& m_view;
    FilterHeader& m_header;
    StatePage* m_state = nullptr; ///< Null until it is needed.
    std::optional<RowFilter> m_filter;
    QList<FilterRow> m_rows; ///< Gathered so far.
    QTimer m_gather;
    QTimer m_changed;
    std::shared_ptr<Mailbox> m_mailbox = std::make_shared<Mailbox>();
    std::stop_source m_stop;
    quint64 m_run = 0;
};

} // namespace faultline::ui

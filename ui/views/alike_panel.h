// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/library_row.h"
#include "ui/style/theme.h"

#include <QList>
#include <QWidget>

class QVBoxLayout;

namespace faultline::ui {

class PanelHeader;

/// Groups that may be the same bug as the one that is shown, with how alike they are, a comparison,
/// and the way to tell that they are one.
class AlikePanel final : public QWidget
{
    Q_OBJECT

public:
    /// `theme` must outlive the panel.
    explicit AlikePanel(const Theme& theme, QWidget* parent = nullptr);

    /// `state` is said while there are no rows: what is being read, or why nothing is known.
    void show(const QList<AlikeRow>& rows, const QString& state, bool canMerge);

Q_SIGNALS:
    void compareRequested(qint64 report);
    void mergeRequested(const AlikeRow& row);
    void groupRequested(qint64 group);

private:
    void makeEntries();
    QWidget* makeEntry(const AlikeRow& row);

    const Theme& m_theme;
    PanelHeader* m_title;
    QVBoxLayout* m_entries;
    QList<AlikeRow> m_rows;
    QString m_state;
    bool m_canMerge = false;
    bool m_isShown = false;
};

} // namespace faultline::ui

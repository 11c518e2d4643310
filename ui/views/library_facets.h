// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/library_session.h"
#include "ui/style/theme.h"

#include <QWidget>

namespace faultline::ui {

class RowView;

/// The values of some fields with the number of reports that have them. A click includes a value in
/// the search, a click with Alt excludes it, a second one takes that back.
class LibraryFacets final : public QWidget
{
    Q_OBJECT

public:
    LibraryFacets(const Theme& theme, LibrarySession& library, QWidget* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void toggle(const QModelIndex& index);

    LibrarySession& m_library;
    RowView* m_rows;
    bool m_excludes = false; ///< Alt was down at the last click or key.
};

} // namespace faultline::ui

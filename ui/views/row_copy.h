// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/table_text.h"

#include <QModelIndex>

class QMenu;

namespace faultline::ui {

class RowView;

enum class CopiedRows { Selected, All };

/// The rows as the view shows them: its visible columns that have a title, in their order, with
/// the whole texts of cells.
TableText tableOf(const RowView& view, CopiedRows which);

/// Puts a text on the clipboard, and beside it the same as HTML.
void copyText(const QString& text, const QString& html);

/// Tab-separated, and as an HTML table. The whole table has its titles.
void copyRows(const RowView& view, CopiedRows which);
void copyCsv(const RowView& view, CopiedRows which);

/// Adds what every table can copy.
void addCopyActions(QMenu& menu, RowView& view, const QModelIndex& index);

} // namespace faultline::ui

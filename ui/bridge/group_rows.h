// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/library/library_notice.h"
#include "ui/models/library_row.h"

#include <QDateTime>
#include <QList>

#include <vector>

namespace faultline::ui {

/// What a group looks like on its page. `now` is what "today" counts from.

GroupHead makeGroupHead(const engine::GroupStudy& study, const QDateTime& now);
/// The typical stack, with the number of stacks that have each frame.
QList<StoredFrameRow> makeCommonFrames(const engine::CommonStack& stack);
/// A heading and the values below it; empty when no report of the group says anything.
QList<ShareRow> makeShares(library::QueryField field, const engine::FieldShares& shares);
/// One row that says why there are no values.
QList<ShareRow> makeFailedShares(library::QueryField field, const Error& error);
/// Groups that may be the same bug.
QList<AlikeRow> makeAlikeRows(const engine::LibraryAlike& alike);
/// The fields that the page compares, in its order.
const std::vector<library::QueryField>& sharedFields();

} // namespace faultline::ui

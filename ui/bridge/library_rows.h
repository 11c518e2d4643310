// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/library/library_notice.h"
#include "ui/models/facet_model.h"
#include "ui/models/library_row.h"

#include <QDateTime>
#include <QString>

namespace faultline::ui {

/// What a library's answers look like. `now` is what "today" and the days count from.

enum class WithTime { No, Yes };

/// "today 08:51", "yesterday", "20 Nov", "20 Nov 2024"; empty when the time is unknown.
QString
dayText(std::optional<std::int64_t> time, const QDateTime& now, WithTime withTime = WithTime::Yes);

/// A status as badges and menus say it: "needs symbols", "fixed in 4.2.2".
QString statusText(library::Status status, const QString& fixedIn = {});
BadgeStyle statusBadge(library::Status status);

QList<LibraryRow> makeRows(const engine::LibraryPage& page, std::uint32_t days, qint64 now);

/// The fields that the panel counts, in its order.
const std::vector<library::QueryField>& facetFields();
/// The facet of a field before its values are known.
Facet emptyFacet(library::QueryField field);
/// `line` is the search line, which says what is included and excluded.
Facet makeFacet(const engine::LibraryFacet& facet, const std::string& line);

/// `found` is the number of a group's reports that the search finds; 0 when nothing is searched.
LibraryPreview makePreview(const engine::LibraryDetail& detail, qint64 now, quint64 found = 0);

/// The function, otherwise the place in the module: "sample.exe+0x1011"; empty when neither is
/// known.
QString storedFunction(const library::RecordedFrame& frame);

/// The times of a group's crashes: "first today", "last today 08:51". Of groups none of whose
/// reports knows its time, those of the imports, which says so.
QString firstText(const library::GroupSummary& group, const QDateTime& now);
QString lastText(const library::GroupSummary& group, const QDateTime& now);

/// What changed elsewhere, is damaged, or cannot be read, in a sentence for users.
QString errorText(const Error& error);

} // namespace faultline::ui

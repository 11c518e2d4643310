// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/library/library_store.h"
#include "core/library/sql_connection.h"

#include <string>
#include <vector>

namespace faultline::library {

/// The columns of a triage state, in reports and groups alike.
inline constexpr const char* kTriageColumns =
    "status,fixed_in,duplicate_of,assignee,ticket,notes,customer,tags";
inline constexpr int kTriageColumnCount = 8;

/// Reads kTriageColumns from column `first` on. What the file has of an unknown status reads as
/// New.
TriageState triageFrom(const SqlStatement& statement, int first);

/// Their values in the same order.
std::vector<SqlValue> triageValues(const TriageState& state);

/// A number of rows as a value.
SqlValue rowCount(std::uint64_t count);

/// A number that may be absent.
SqlValue valueOf(const std::optional<std::int64_t>& number);

} // namespace faultline::library

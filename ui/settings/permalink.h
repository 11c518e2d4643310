// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace faultline::ui {

/// The page of a forge that shows the line of a source file in a certain commit, out of the address
/// of the file's text that debug info has (source link). Knows the addresses of GitHub, GitLab,
/// Bitbucket, Gitea and Forgejo. Absent for other addresses, for branches, and without a line: such
/// a page would not stay the same.
std::optional<QString> permalinkOf(const QString& link, quint32 line);

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/source_config.h"
#include "tests/support/crash_scene.h"
#include "tests/ui/support/engine_window.h"
#include "ui/views/row_view.h"

#include <QTest>

#include <string>
#include <vector>

namespace faultline::ui::test {

/// The small dump of crash_scene.h in a window, and a server for its symbols.

/// Where the server has them.
inline const std::string kTarget = "/" + faultline::test::scene::dumpSymbolPath();

/// Writes the dump beside the window's settings and returns its path.
QString writeDump(const EngineWindow& workbench);

std::vector<sources::SourceConfig> sourcesOf(const faultline::test::LoopbackServer& server);

/// Reads one of the committed sample crashes; empty when there is none.
QByteArray sample(const QString& file);

} // namespace faultline::ui::test

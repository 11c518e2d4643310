// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;
class QMenuBar;

namespace faultline::ui {

class ActionRegistry;

/// Fills the menu bar. Returns the menu File ▸ Recent, whose entries the window maintains.
QMenu* buildMainMenu(QMenuBar& bar, const ActionRegistry& actions);

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/palette_model.h"
#include "ui/views/ui_context.h"

class QMenuBar;

namespace faultline::ui {

class ActionRegistry;
class SymbolFinder;

// Ids of entries begin with what they are, and a space.
inline constexpr QLatin1String kActionId("action ");
inline constexpr QLatin1String kFrameId("frame ");   ///< Thread, frame, depth of inlining.
inline constexpr QLatin1String kThreadId("thread "); ///< Its index.
inline constexpr QLatin1String kModuleId("module "); ///< Its index.
inline constexpr QLatin1String kReportId("report "); ///< Its path.
inline constexpr QLatin1String kCodeId("code ");     ///< A place for the disassembly.
inline constexpr QLatin1String kMemoryId("memory "); ///< A place for memory.
inline constexpr QLatin1String kLineId("line ");     ///< A line of the source that is shown.

/// Every action with its menu and its keys; those that are switches are settings.
QList<PaletteEntry> actionEntries(const ActionRegistry& actions, const QMenuBar& menus);
QList<PaletteEntry> functionEntries(ReportSession& session);
QList<PaletteEntry> threadEntries(ReportSession& session);
QList<PaletteEntry> moduleEntries(ReportSession& session);
/// Open reports, and those that were open.
QList<PaletteEntry> reportEntries(const UiContext& context);
QList<PaletteEntry> symbolEntries(const SymbolFinder& finder);
/// What the finder knows of the place in `typed`. `isAsked`: the user typed the prefix, so it is
/// said if there is no such place.
QList<PaletteEntry> placeEntries(ReportSession& session, const QString& typed, bool isAsked);
/// Can the text be an address, or one with a register or module?
bool looksLikePlace(const QString& text);

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/debug_file_desk.h"
#include "ui/models/cells_model.h"
#include "ui/models/detail_model.h"

#include <QList>
#include <QString>

#include <optional>

namespace faultline::ui {

/// "ELF", "Mach-O", …
QString debugFormatWord(const engine::DebugFileFacts& facts);

/// What the file is good for and what it lacks, in one sentence.
QString debugFileSentence(const engine::DebugFileFacts& facts);

/// What identifies the file, and what it refers to.
QList<DetailRow> debugFileIdentity(const engine::DebugFileFacts& facts);

/// Whether the numbers that are not known may still come.
enum class Counting { Runs, Failed };

/// What is in it, with numbers as soon as the index is known.
QList<PlainRow> debugFileContents(const engine::DebugFileFacts& facts,
                                  const std::optional<engine::DebugFileIndex>& index,
                                  Counting counting = Counting::Runs);

/// The sections, the largest first.
QList<PlainRow> debugFileSections(const engine::DebugFileFacts& facts);

QList<PlainRow> debugFunctionRows(const engine::DebugFunctions& found);
QList<PlainRow> debugSourceRows(const engine::DebugSourceFiles& found);
QList<PlainRow> debugLineRows(const engine::DebugLines& lines);
QList<PlainRow> debugPlaceRows(const engine::DebugPlace& place);

/// "group.cpp:136"; empty when no file is known.
QString debugPlaceText(const std::string& file, std::uint32_t line);

/// Sizes as everywhere in the window.
QString debugSizeText(std::uint64_t bytes);

} // namespace faultline::ui

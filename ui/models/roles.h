#pragma once

#include <Qt>

namespace faultline::ui {

/// What models tell delegates beside the text. Values are enumerators below, stored as int.
enum Role {
    SortRole = Qt::UserRole, ///< The raw value behind the text.
    ToneRole,                ///< Tone of the text.
    FaceRole,                ///< Face of the text.
    BadgeRole,               ///< BadgeStyle: the text is drawn as a badge.
    IndentRole,              ///< Steps of indentation.
    MarkRole,                ///< Mark drawn in the cell, beside or instead of text.
    SecondLineRole,          ///< A dim second line of a tall row.
    KindRole,                ///< Model's own row kind.
    IdRole,                  ///< Identifier of the row for commands.
};

enum class Tone { Normal, Dim, Faint, Guessed, Crash, Warn, Ok };
enum class Face { Interface, Fixed };
enum class BadgeStyle { None, Plain, Accent, Ok, Warn, Inline, Dashed, Crash };
enum class Mark { None, CrashThread, CrashFrame, Inline };

} // namespace faultline::ui

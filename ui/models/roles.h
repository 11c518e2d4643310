// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace faultline::ui {

/// What models tell delegates in addition to the text. The values are the enumerators below, stored
/// as int.
enum Role {
    SortRole = Qt::UserRole, ///< The raw value that the text shows.
    ToneRole,                ///< Tone of the text.
    FaceRole,                ///< Face of the text.
    BadgeRole,               ///< A BadgeStyle; the text is drawn as a badge.
    IndentRole,              ///< Number of indentation steps.
    MarkRole,                ///< A mark that is drawn beside or instead of the text.
    SecondLineRole,          ///< A dim second line of a tall row.
    KindRole,                ///< The model's own kind of row.
    IdRole,                  ///< Identifies the row in commands.
    ElideRole,               ///< The Qt::TextElideMode of the text; without it, ends are cut.
    GroupRole,               ///< A Group; the row heads a group that opens and closes.
    BranchRole,              ///< A Group; a mark before the text opens and closes what the row has.
    GuessRole,               ///< The row heads a group that is a guess.
    WholeTextRole,           ///< The text of a cell, however long it is (shown_text.h).
    BarsRole,                ///< Heights of a row of bars, from 0 to 1 000, instead of a text.
    NewBarsRole,             ///< Are the bars about something new?
    GroundRole,              ///< The BadgeStyle whose ground the cell has.
    HatchRole,               ///< Is there nothing in the cell because the other side has it?
    MatchRole,               ///< A QPoint: where a found text begins, and its length.
    RangeRole,               ///< A list of two numbers: the addresses that a row stands for.
    IdsRole,                 ///< The ids of a row, in small letters without '-' and blanks.
    SwitchRole,              ///< Is the switch on that the cell shows instead of a text?
    AmountRole,              ///< The length of one bar, from 0 to 1 000, instead of a text.
    ShorterRole,             ///< Shorter forms of the text, a QStringList with the longest first.
                             ///< The first that fits stands where the text itself does not.
    EnglishRole,             ///< Of a title: the same in English, whatever the language.
    RoomRole,                ///< Of a title: the ColumnRoom of its column.
    KeysRole, ///< Combinations of keys (QStringList), drawn as keys instead of a text.
};

enum class Tone { Normal, Dim, Faint, Guessed, Crash, Warn, Ok };
enum class Face { Interface, Fixed, FixedBold };
enum class BadgeStyle { None, Plain, Accent, Ok, Warn, Inline, Dashed, Crash, Guess };
enum class Group { None, Folded, Open };
/// Gone: what the row stands for is no longer there. Pin and Pinned: a click pins or unpins.
enum class Mark { None, CrashThread, CrashFrame, Inline, Changed, Gone, Pin, Pinned };

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace faultline::ui {

/// How well a text fits what the user typed.
struct FuzzyMatch
{
    int score = 0;
    QList<int> positions; ///< Of the letters that fit, ascending, without doubles.
};

/// Every word of `typed` fits if its letters follow each other in the text, or begin words of it:
/// "updb", "gub" and "bound" fit "Group::updateBounds". Capitals do not count, in any language. Of
/// long texts only the beginning is looked at. Absent if a word does not fit; an empty text fits
/// everything with 0.
std::optional<FuzzyMatch> fuzzyMatch(const QString& typed, const QString& text);

} // namespace faultline::ui

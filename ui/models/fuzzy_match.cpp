// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/fuzzy_match.h"

#include <algorithm>
#include <vector>

namespace faultline::ui {

namespace {

constexpr qsizetype kLongestText = 256;
constexpr qsizetype kLongestWord = 48;
constexpr int kLetter = 1;
constexpr int kFollows = 12;
constexpr int kBeginsWord = 8;
constexpr int kBeginsText = 6;
constexpr int kSameCase = 1;
constexpr int kNone = -1;

bool beginsWord(const QString& text, qsizetype at)
{
    if (at == 0)
        return true;
    const QChar before = text.at(at - 1);
    const QChar here = text.at(at);
    if (!here.isLetterOrNumber())
        return false;
    return !before.isLetterOrNumber() || (here.isUpper() && !before.isUpper()) ||
           (here.isDigit() && !before.isDigit());
}

/// Do the letters stand in the text in this order? Most texts do not fit, and this says so fast.
bool hasLetters(const QString& word, const QString& text)
{
    qsizetype letter = 0;
    for (qsizetype at = 0; at < text.size() && letter < word.size(); ++at) {
        if (text.at(at).toCaseFolded() == word.at(letter).toCaseFolded())
            ++letter;
    }
    return letter == word.size();
}

/// The best score of each letter of a word at each place of the text, and where the letter before
/// it stands then.
class Table
{
public:
    Table(const QString& word, const QString& text)
        : m_word(word), m_text(text), m_columns(std::size_t(text.size())),
          m_scores(std::size_t(word.size()) * m_columns, kNone),
          m_from(std::size_t(word.size()) * m_columns, kNone)
    {
        for (qsizetype letter = 0; letter < word.size(); ++letter)
            fillRow(letter);
    }

    /// Where the last letter stands in the best way to fit; -1 without one.
    qsizetype end() const
    {
        const auto row = m_scores.begin() + std::ptrdiff_t(m_columns) * (m_word.size() - 1);
        const auto best = std::max_element(row, m_scores.end());
        return best == m_scores.end() || *best == kNone ? -1 : qsizetype(best - row);
    }

    int score(qsizetype at) const { return m_scores[cell(m_word.size() - 1, at)]; }

    void takePositions(qsizetype at, QList<int>& positions) const
    {
        for (qsizetype letter = m_word.size() - 1; letter >= 0 && at >= 0; --letter) {
            positions.append(int(at));
            at = m_from[cell(letter, at)];
        }
    }

private:
    std::size_t cell(qsizetype letter, qsizetype at) const
    {
        return std::size_t(letter) * m_columns + std::size_t(at);
    }

    void fillRow(qsizetype letter)
    {
        const QChar wanted = m_word.at(letter).toCaseFolded();
        int best = letter == 0 ? 0 : kNone; // Of the letter before, further left.
        qsizetype bestAt = -1;
        for (qsizetype at = 0; at < m_text.size(); ++at) {
            if (letter > 0 && at > 0 && m_scores[cell(letter - 1, at - 1)] > best) {
                best = m_scores[cell(letter - 1, at - 1)];
                bestAt = at - 1;
            }
            if (m_text.at(at).toCaseFolded() == wanted)
                fillCell(letter, at, best, bestAt);
        }
    }

    void fillCell(qsizetype letter, qsizetype at, int best, qsizetype bestAt)
    {
        const int follows = letter > 0 && at > 0 ? m_scores[cell(letter - 1, at - 1)] : kNone;
        const int own = kLetter + (m_text.at(at) == m_word.at(letter) ? kSameCase : 0) +
                        (beginsWord(m_text, at) ? kBeginsWord : 0) + (at == 0 ? kBeginsText : 0);
        const bool mayStand = letter == 0 || beginsWord(m_text, at);
        if (mayStand && best != kNone) {
            m_scores[cell(letter, at)] = best + own;
            m_from[cell(letter, at)] = int(bestAt);
        }
        if (follows != kNone && follows + own + kFollows > m_scores[cell(letter, at)]) {
            m_scores[cell(letter, at)] = follows + own + kFollows;
            m_from[cell(letter, at)] = int(at - 1);
        }
    }

    const QString& m_word;
    const QString& m_text;
    std::size_t m_columns;
    std::vector<int> m_scores;
    std::vector<int> m_from;
};

} // namespace

std::optional<FuzzyMatch> fuzzyMatch(const QString& typed, const QString& text)
{
    FuzzyMatch match;
    const QString looked = text.left(kLongestText);
    for (const QString& word : typed.split(u' ', Qt::SkipEmptyParts)) {
        if (word.size() > kLongestWord || !hasLetters(word, looked))
            return std::nullopt;
        const Table table(word, looked);
        const qsizetype end = table.end();
        if (end < 0)
            return std::nullopt;
        match.score += table.score(end);
        table.takePositions(end, match.positions);
    }
    std::ranges::sort(match.positions);
    const auto doubles = std::ranges::unique(match.positions);
    match.positions.erase(doubles.begin(), doubles.end());
    return match;
}

} // namespace faultline::ui

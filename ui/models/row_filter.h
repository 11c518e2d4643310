// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QRegularExpression>
#include <QString>
#include <QStringList>

#include <optional>
#include <stop_token>

namespace faultline::ui {

/// What the user types into the filter of a table.
struct FilterQuery
{
    QString text;
    bool isExpression = false;
    bool matchesCase = false;

    friend bool operator==(const FilterQuery&, const FilterQuery&) = default;
};

/// One row, as a filter sees it.
struct FilterRow
{
    QStringList cells;   ///< One for each column.
    bool isHead = false; ///< It heads the rows up to the next head, and is shown with any of them.
    quint64 begin = 0;   ///< Addresses that the row stands for; none when `end` is 0.
    quint64 end = 0;
    QStringList ids; ///< In small letters, without '-' and blanks.
};

/// Which rows of a table are shown. All words of the query must be in a row; a text in quotes is
/// one word. `key:value` looks in the columns whose title begins with the key, in the user's
/// language or in English; `-key:value` must not be there. As an expression, the words without a
/// key are one regular expression together. In tables with addresses (docs/spec/workbench.md §4.10)
/// 0x… finds the row that has it, a part of an id from its beginning the row with that id, and
/// id!0x… both.
class RowFilter
{
public:
    struct Made;

    /// Titles are those of the columns, and the same in English; where the two do not agree, those
    /// of the user's language count.
    static Made
    make(const FilterQuery& query, const QStringList& titles, const QStringList& english = {});

    bool accepts(const FilterRow& row) const;

    /// The key by which a column with this title is meant.
    static QString keyOf(const QString& title);
    /// The word that finds this text in that column, or with `excludes` all others.
    static QString wordFor(const QString& title, const QString& text, bool excludes);

private:
    struct Term
    {
        bool isNegated = false;
        QList<int> columns{}; ///< None: all.
        QString text{};
        std::optional<QRegularExpression> expression{};
        std::optional<quint64> address{};
        QString id{};
    };

    bool holds(const Term& term, const FilterRow& row) const;
    bool isIn(const Term& term, const QString& cell) const;

    QList<Term> m_terms;
    bool m_matchesCase = false;
};

/// The filter, or why there is none.
struct RowFilter::Made
{
    std::optional<RowFilter> filter;
    QString problem;
};

/// For each row whether it is shown. Empty when it was stopped.
QList<bool>
shownRows(const RowFilter& filter, const QList<FilterRow>& rows, const std::stop_token& stop);

} // namespace faultline::ui

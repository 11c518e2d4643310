// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/row_filter.h"

#include <algorithm>

namespace faultline::ui {

namespace {

/// A pattern that a user types may need exponential time; this many steps are enough for a cell.
constexpr auto kMatchLimit = "(*LIMIT_MATCH=100000)";
/// Fewer hexadecimal digits are more often a part of a name than the beginning of an id.
constexpr qsizetype kLeastIdDigits = 4;

/// Words that blanks separate; quotes keep blanks and are dropped.
QStringList wordsOf(const QString& text)
{
    QStringList words;
    QString word;
    bool isQuoted = false;
    bool hasWord = false;
    for (const QChar each : text) {
        if (each == u'"') {
            isQuoted = !isQuoted;
            hasWord = true;
        } else if (each.isSpace() && !isQuoted) {
            if (hasWord)
                words.append(word);
            word.clear();
            hasWord = false;
        } else {
            word += each;
            hasWord = true;
        }
    }
    if (hasWord)
        words.append(word);
    words.removeAll(QString());
    return words;
}

/// An exact title means its column, the beginning of titles all of theirs.
QList<int> columnsOf(const QString& key, const QStringList& titles)
{
    QList<int> columns;
    for (int i = 0; i < int(titles.size()); ++i) {
        const QString name = RowFilter::keyOf(titles.at(i));
        if (name == key)
            return {i};
        if (!name.isEmpty() && name.startsWith(key))
            columns.append(i);
    }
    return columns;
}

QList<int> columnsOf(const QString& key, const QStringList& titles, const QStringList& english)
{
    const auto isTitle = [&key](const QString& title) { return RowFilter::keyOf(title) == key; };
    const QList<int> own = columnsOf(key, titles);
    const bool isExact = std::ranges::any_of(titles, isTitle);
    if (isExact || (!own.isEmpty() && std::ranges::none_of(english, isTitle)))
        return own;
    const QList<int> others = columnsOf(key, english);
    return others.isEmpty() ? own : others;
}

std::optional<quint64> addressOf(const QString& text)
{
    bool isNumber = false;
    const bool isHex = text.startsWith(QStringLiteral("0x"), Qt::CaseInsensitive);
    const quint64 address = text.toULongLong(&isNumber, 16);
    return isHex && isNumber ? std::optional(address) : std::nullopt;
}

/// An id, or the beginning of one; empty for other texts.
QString idOf(QString text)
{
    text.remove(u'-');
    text.remove(u' ');
    const bool isHex = std::ranges::all_of(text, [](QChar each) {
        return (each >= u'0' && each <= u'9') || (each.toLower() >= u'a' && each.toLower() <= u'f');
    });
    return isHex && text.size() >= kLeastIdDigits ? text.toLower() : QString();
}

QRegularExpression expressionOf(const QString& pattern, bool matchesCase)
{
    auto options =
        QRegularExpression::UseUnicodePropertiesOption | QRegularExpression::DontCaptureOption;
    if (!matchesCase)
        options |= QRegularExpression::CaseInsensitiveOption;
    return QRegularExpression(QLatin1String(kMatchLimit) + pattern, options);
}

bool hasAddress(const FilterRow& row, quint64 address)
{
    return row.end != 0 && address >= row.begin && address < row.end;
}

} // namespace

QString RowFilter::keyOf(const QString& title)
{
    QString key = title.toLower();
    key.remove(u' ');
    return key;
}

QString RowFilter::wordFor(const QString& title, const QString& text, bool excludes)
{
    QString value = text;
    value.remove(u'"');
    const bool isPlain = std::ranges::none_of(value, [](QChar each) { return each.isSpace(); });
    return (excludes ? QStringLiteral("-") : QString()) + keyOf(title) +
           (isPlain ? QStringLiteral(":%1") : QStringLiteral(":\"%1\"")).arg(value);
}

RowFilter::Made
RowFilter::make(const FilterQuery& query, const QStringList& titles, const QStringList& english)
{
    RowFilter filter;
    filter.m_matchesCase = query.matchesCase;
    QStringList rest;
    const auto add = [&](Term term) {
        if (query.isExpression)
            term.expression = expressionOf(term.text, query.matchesCase);
        filter.m_terms.append(std::move(term));
    };
    for (const QString& word : wordsOf(query.text)) {
        const bool isNegated = word.startsWith(u'-');
        const auto colon = word.indexOf(u':');
        const QString key = colon < 0 ? QString() : word.mid(isNegated, colon - isNegated);
        const QList<int> columns =
            key.isEmpty() ? QList<int>() : columnsOf(keyOf(key), titles, english);
        if (columns.isEmpty()) // Such as "std::vector" or "-[View draw]".
            rest.append(word);
        else
            add({.isNegated = isNegated, .columns = columns, .text = word.mid(colon + 1)});
    }
    if (query.isExpression && !rest.isEmpty())
        rest = {rest.join(u' ')};
    for (const QString& word : std::as_const(rest)) {
        Term term{.text = word};
        const auto mark = word.indexOf(u'!');
        if (!query.isExpression && mark < 0) {
            term.address = addressOf(word);
            term.id = term.address ? QString() : idOf(word);
        } else if (!query.isExpression && !idOf(word.left(mark)).isEmpty()) {
            term.id = idOf(word.left(mark));
            const QString digits = word.mid(mark + 1);
            term.address = addressOf(digits.startsWith(QStringLiteral("0x"), Qt::CaseInsensitive)
                                         ? digits
                                         : QStringLiteral("0x") + digits);
        }
        add(std::move(term));
    }
    for (const Term& term : std::as_const(filter.m_terms)) {
        if (term.expression && !term.expression->isValid())
            return {.filter = std::nullopt, .problem = term.expression->errorString()};
    }
    return {.filter = std::move(filter), .problem = {}};
}

bool RowFilter::isIn(const Term& term, const QString& cell) const
{
    if (term.expression)
        return term.expression->match(cell).hasMatch();
    return cell.contains(term.text, m_matchesCase ? Qt::CaseSensitive : Qt::CaseInsensitive);
}

bool RowFilter::holds(const Term& term, const FilterRow& row) const
{
    const bool hasId =
        !term.id.isEmpty() &&
        std::ranges::any_of(row.ids, [&term](const QString& id) { return id.startsWith(term.id); });
    if (!term.id.isEmpty() && term.address)
        // The address may count from the beginning of the module.
        return hasId && (hasAddress(row, *term.address) || *term.address < row.end - row.begin);
    if (hasId || (term.address && hasAddress(row, *term.address)))
        return true;
    if (term.columns.isEmpty())
        return std::ranges::any_of(row.cells,
                                   [&](const QString& cell) { return isIn(term, cell); });
    return std::ranges::any_of(term.columns, [&](int column) {
        return column < row.cells.size() && isIn(term, row.cells.at(column));
    });
}

bool RowFilter::accepts(const FilterRow& row) const
{
    return std::ranges::all_of(
        m_terms, [&](const Term& term) { return holds(term, row) != term.isNegated; });
}

QList<bool>
shownRows(const RowFilter& filter, const QList<FilterRow>& rows, const std::stop_token& stop)
{
    QList<bool> shown;
    shown.reserve(rows.size());
    qsizetype head = -1;
    for (qsizetype i = 0; i < rows.size(); ++i) {
        if (stop.stop_requested())
            return {};
        if (rows.at(i).isHead)
            head = i;
        const bool isShown = filter.accepts(rows.at(i));
        shown.append(isShown);
        if (isShown && head >= 0)
            shown[head] = true;
    }
    return shown;
}

} // namespace faultline::ui

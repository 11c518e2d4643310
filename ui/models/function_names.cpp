// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/function_names.h"

#include "ui/models/stack_options.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <optional>

namespace faultline::ui {

namespace {

/// Longer names are generated. Working on them would cost more than it helps.
constexpr qsizetype kLongestName = 4096;

constexpr QStringView kOperator = u"operator";

bool isOperatorAt(QStringView name, qsizetype at)
{
    return at >= kOperator.size() &&
           name.sliced(at - kOperator.size(), kOperator.size()) == kOperator;
}

/// The length of the symbols of an operator function at `at`, which are no brackets: "<<" of
/// "operator<<".
qsizetype symbolsAt(QStringView name, qsizetype at)
{
    if (!isOperatorAt(name, at))
        return 0;
    for (const QStringView symbol :
         {QStringView(u"<=>"), QStringView(u"<<="), QStringView(u">>="), QStringView(u"->*"),
          QStringView(u"<<"), QStringView(u">>"), QStringView(u"<="), QStringView(u">="),
          QStringView(u"->"), QStringView(u"<"), QStringView(u">")}) {
        if (name.sliced(at).startsWith(symbol))
            return symbol.size();
    }
    return 0;
}

/// "<lambda()>" and "<unnamed>" are names, which compilers put where a name would stand.
bool isNameAt(QStringView name, qsizetype at)
{
    return at == 0 || name.at(at - 1) == u':' || name.at(at - 1) == u' ' || name.at(at - 1) == u'(';
}

/// The place after the bracket that closes the one at `open`; absent when none does.
std::optional<qsizetype> afterBracket(QStringView name, qsizetype open)
{
    int depth = 0;
    for (qsizetype i = open; i < name.size(); ++i) {
        if (const qsizetype symbols = symbolsAt(name, i); symbols > 0) {
            i += symbols - 1;
            continue;
        }
        if (name.at(i) == u'<')
            ++depth;
        else if (name.at(i) == u'>' && (i == 0 || name.at(i - 1) != u'-') && --depth == 0)
            return i + 1;
    }
    return std::nullopt;
}

/// Removes ", std::allocator<…>" and the like, which only repeat what is the default.
void dropDefaults(QString& name)
{
    static constexpr std::array<QStringView, 6> kDefaults{
        u", std::allocator<", u", std::char_traits<", u", std::default_delete<",
        u", std::less<",      u", std::hash<",        u", std::equal_to<"};
    for (const QStringView each : kDefaults) {
        for (qsizetype at = name.indexOf(each); at >= 0; at = name.indexOf(each, at)) {
            const auto end = afterBracket(name, at + each.size() - 1);
            if (!end)
                return;
            name.remove(at, *end - at);
        }
    }
}

void useFamiliarNames(QString& name)
{
    static const std::array<std::pair<QString, QString>, 8> kNames{
        {{QStringLiteral("std::__cxx11::"), QStringLiteral("std::")},
         {QStringLiteral("std::__1::"), QStringLiteral("std::")},
         {QStringLiteral("std::__ndk1::"), QStringLiteral("std::")},
         {QStringLiteral("> >"), QStringLiteral(">>")},
         {QStringLiteral("std::basic_string<char>"), QStringLiteral("std::string")},
         {QStringLiteral("std::basic_string<wchar_t>"), QStringLiteral("std::wstring")},
         {QStringLiteral("std::basic_string_view<char>"), QStringLiteral("std::string_view")},
         {QStringLiteral("std::basic_ostream<char>"), QStringLiteral("std::ostream")}}};
    for (const auto& [long_, short_] : kNames)
        name.replace(long_, short_);
    dropDefaults(name);
    // "basic_string<char >" remains of a name with spaces before its closing brackets.
    name.replace(QStringLiteral(" >"), QStringLiteral(">"));
    for (const auto& [long_, short_] : kNames)
        name.replace(long_, short_);
}

QString collapsed(const QString& name, int depth)
{
    QString result;
    result.reserve(name.size());
    int level = 0;
    for (qsizetype i = 0; i < name.size(); ++i) {
        const qsizetype symbols = symbolsAt(name, i);
        if (symbols > 0) {
            result += QStringView(name).sliced(i, symbols);
            i += symbols - 1;
            continue;
        }
        const QChar c = name.at(i);
        const bool opens = c == u'<' && !isNameAt(name, i);
        if (opens && level >= depth) {
            const auto end = afterBracket(name, i);
            if (!end)
                return name;
            result += QStringLiteral("<…>");
            i = *end - 1;
            continue;
        }
        if (c == u'<')
            ++level;
        else if (c == u'>' && (i == 0 || name.at(i - 1) != u'-') && --level < 0)
            return name;
        result += c;
    }
    return level == 0 ? result : name;
}

/// The place after the bracket that closes the one at `open`, of any kind but '<'.
std::optional<qsizetype> afterAnyBracket(QStringView name, qsizetype open)
{
    int depth = 0;
    for (qsizetype i = open; i < name.size(); ++i) {
        const QChar c = name.at(i);
        if (c == u'(' || c == u'{' || c == u'[')
            ++depth;
        else if ((c == u')' || c == u'}' || c == u']') && --depth == 0)
            return i + 1;
    }
    return std::nullopt;
}

/// A name taken apart at its outermost level.
struct NameParts
{
    QList<QStringView> scopes; ///< Ends with the function's own name.
    QStringView call;          ///< The arguments with their brackets, if the name has them.
    QStringView rest;          ///< Such as " const" or an offset.
    bool isDotted = false;
};

/// Does the bracket belong to a scope, such as "(anonymous namespace)" or "(*T)"?
bool isScope(QStringView name, qsizetype after)
{
    return name.sliced(after).startsWith(u"::") || name.sliced(after).startsWith(u'.');
}

/// Absent when brackets do not match.
std::optional<NameParts> partsOf(QStringView name)
{
    NameParts parts;
    parts.isDotted = !name.contains(u"::");
    qsizetype start = 0;
    bool isOperator = false;
    qsizetype i = 0;
    while (i < name.size()) {
        const QStringView left = name.sliced(i);
        const qsizetype symbols = symbolsAt(name, i);
        if (symbols > 0) {
            i += symbols;
        } else if (left.startsWith(u'<')) {
            const auto end = afterBracket(name, i);
            if (!end)
                return std::nullopt;
            i = *end;
        } else if (left.startsWith(u'(') || left.startsWith(u'{') || left.startsWith(u'[')) {
            const auto end = afterAnyBracket(name, i);
            if (!end)
                return std::nullopt;
            const bool isCall = left.startsWith(u'(') && i > start && !isScope(name, *end) &&
                                !isOperatorAt(name, i);
            if (isCall) {
                parts.scopes.append(name.sliced(start, i - start));
                parts.call = name.sliced(i, *end - i);
                parts.rest = name.sliced(*end);
                return parts;
            }
            i = *end;
        } else if (parts.isDotted ? left.startsWith(u'.') || left.startsWith(u'/')
                                  : left.startsWith(u"::")) {
            const qsizetype length = parts.isDotted ? 1 : 2;
            parts.scopes.append(name.sliced(start, i + length - start));
            i += length;
            start = i;
            isOperator = name.sliced(i).startsWith(kOperator);
        } else {
            // What the function returns stands before it.
            if (name.at(i) == u' ' && !isOperator && !parts.isDotted) {
                parts.scopes.clear();
                start = i + 1;
                isOperator = name.sliced(start).startsWith(kOperator);
            }
            ++i;
        }
    }
    parts.scopes.append(name.sliced(start));
    return parts;
}

QString joined(const NameParts& parts, qsizetype dropped, QStringView call)
{
    QString result;
    for (qsizetype i = dropped; i < parts.scopes.size(); ++i)
        result += parts.scopes.at(i);
    result += call;
    result += parts.rest;
    return result;
}

/// How many scopes stay: the class of a Java method says more than the method, and "operator()"
/// says nothing by itself.
qsizetype leastScopes(const NameParts& parts)
{
    const bool isOperator = parts.scopes.last().startsWith(kOperator);
    return parts.isDotted || isOperator ? 2 : 1;
}

} // namespace

QString readableName(const QString& function, int templateDepth)
{
    if (function.size() > kLongestName ||
        !(function.contains(u'<') || function.contains(QStringLiteral("std::__"))))
        return function;
    QString name = function;
    useFamiliarNames(name);
    return templateDepth == StackOptions::kAllTemplates ? name : collapsed(name, templateDepth);
}

QStringList shorterNames(const QString& function)
{
    // A place such as "libc.so.6+0x10" has no scopes, a method of Objective-C neither.
    const bool isPlace = function.contains(u'+') && !function.contains(QStringLiteral("::"));
    if (function.size() > kLongestName || isPlace || function.startsWith(QStringLiteral("-[")))
        return {};
    QStringList shorter;
    const auto add = [&](const QString& name) {
        if (name != (shorter.isEmpty() ? function : shorter.last()))
            shorter.append(name);
    };
    const QString bare = collapsed(function, 0);
    const auto parts = partsOf(bare);
    // A sentence has no scopes.
    if (!parts || (parts->isDotted && joined(*parts, 0, {}).contains(u' ')))
        return {};
    add(bare);
    const QStringView call = parts->call.size() > 2 ? QStringView(u"(…)") : parts->call;
    const qsizetype most = std::max<qsizetype>(0, parts->scopes.size() - leastScopes(*parts));
    for (qsizetype dropped = 0; dropped <= most; ++dropped)
        add(joined(*parts, dropped, call));
    return shorter;
}

QStringList shorterOperands(const QString& operands)
{
    static const QRegularExpression kPointer(
        QStringLiteral("\\b(byte|d?word|[fqt]word|tbyte|[xyz]mmword) ptr\\b"));
    QString shorter = operands;
    shorter.replace(kPointer, QStringLiteral("\\1"));
    return shorter == operands ? QStringList() : QStringList{shorter};
}

} // namespace faultline::ui

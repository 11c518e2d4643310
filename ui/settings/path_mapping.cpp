// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/path_mapping.h"

namespace faultline::ui {

namespace {

bool isSeparator(QChar c)
{
    return c == u'/' || c == u'\\';
}

/// The length of the path without its last part and the separator before it.
qsizetype parentLength(const QString& path, qsizetype length)
{
    while (length > 0 && !isSeparator(path.at(length - 1)))
        --length;
    return length > 0 ? length - 1 : 0;
}

QStringView lastPart(const QString& path, qsizetype length)
{
    qsizetype begin = length;
    while (begin > 0 && !isSeparator(path.at(begin - 1)))
        --begin;
    return QStringView(path).sliced(begin, length - begin);
}

} // namespace

std::optional<PathMapping> mappingBetween(const QString& recorded, const QString& chosen)
{
    qsizetype from = recorded.size();
    qsizetype to = chosen.size();
    while (lastPart(recorded, from) == lastPart(chosen, to)) {
        const qsizetype shorterFrom = parentLength(recorded, from);
        const qsizetype shorterTo = parentLength(chosen, to);
        // The whole file system must not be mapped.
        if (shorterFrom == 0 || shorterTo == 0)
            break;
        from = shorterFrom;
        to = shorterTo;
    }
    if (from == recorded.size())
        return std::nullopt;
    return PathMapping{recorded.first(from), chosen.first(to)};
}

namespace {

QString withoutLastSeparator(QString path)
{
    if (!path.isEmpty() && isSeparator(path.back()))
        path.chop(1);
    return path;
}

bool isOfWindows(const QString& path)
{
    return path.contains(u'\\') || (path.size() > 1 && path.at(1) == u':');
}

/// The part of the path below the folder, with its separator; absent when the path lies elsewhere.
std::optional<QString> below(const QString& folder, const QString& path)
{
    const bool isWindows = isOfWindows(path);
    const auto plain = [isWindows](QString text) {
        return isWindows ? text.replace(u'\\', u'/') : text;
    };
    const auto sensitivity = isWindows ? Qt::CaseInsensitive : Qt::CaseSensitive;
    const QString head = withoutLastSeparator(folder);
    if (head.isEmpty() || path.size() <= head.size() || !isSeparator(path.at(head.size())) ||
        !plain(path).startsWith(plain(head), sensitivity))
        return std::nullopt;
    return plain(path.sliced(head.size()));
}

} // namespace

std::optional<QString> mappedPath(const QList<PathMapping>& mappings, const QString& recorded)
{
    std::optional<QString> best;
    qsizetype longest = 0;
    for (const PathMapping& mapping : mappings) {
        const auto rest = below(mapping.recorded, recorded);
        if (!rest || mapping.recorded.size() <= longest)
            continue;
        longest = mapping.recorded.size();
        best = withoutLastSeparator(mapping.local) + *rest;
    }
    return best;
}

} // namespace faultline::ui

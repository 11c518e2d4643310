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

} // namespace faultline::ui

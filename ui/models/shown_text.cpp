// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/shown_text.h"

namespace faultline::ui {

QString shownText(const QString& text)
{
    if (text.size() <= kLongestShown)
        return text;
    const qsizetype last = kLongestShown - 2;
    // A pair of surrogates is one character.
    return text.first(text.at(last).isHighSurrogate() ? last : last + 1) + u'…';
}

QString richText(const QString& text)
{
    return shownText(text).toHtmlEscaped();
}

QString withoutKeys(const QString& text)
{
    return shownText(text).replace(u'&', QStringLiteral("&&"));
}

QString titleText(const QString& text)
{
    return shownText(text).replace(QStringLiteral("[*]"), QStringLiteral("[*][*]"));
}

} // namespace faultline::ui

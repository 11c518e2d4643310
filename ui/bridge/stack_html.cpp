// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/stack_html.h"

#include "ui/models/shown_text.h"

#include <QStringList>

namespace faultline::ui {

QString stackHtml(const ReportHeader& header, const QString& rows)
{
    QStringList lines;
    if (!header.cause.isEmpty())
        lines.append(QStringLiteral("<b>%1</b>").arg(richText(header.cause)));
    QStringList facts;
    for (const QString& fact : {header.product, header.system, header.reason, header.thread}) {
        if (!fact.isEmpty())
            facts.append(richText(fact));
    }
    if (!facts.isEmpty())
        lines.append(facts.join(QStringLiteral(" · ")));
    if (!header.signature.isEmpty())
        lines.append(QStringLiteral("<code>%1</code>").arg(richText(header.signature)));
    const QString head =
        lines.isEmpty() ? QString()
                        : QStringLiteral("<p>%1</p>\n").arg(lines.join(QStringLiteral("<br>\n")));
    // A line is a text of the report; all together may be longer than any text that is shown.
    QStringList shown;
    for (const QString& row : rows.split(u'\n'))
        shown.append(richText(row));
    return head + QStringLiteral("<pre>") + shown.join(u'\n') + QStringLiteral("</pre>\n");
}

} // namespace faultline::ui

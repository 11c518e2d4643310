// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/test_style.h"

#include "ui/style/workbench_style.h"
#include "ui/translation/translation.h"

#include <QApplication>
#include <QLocale>

namespace faultline::ui::test {

Theme& renewStyle()
{
    // A theme uses the application's font as the system's, so undo the zoom of an earlier window.
    static const QFont kSystemFont = QApplication::font();
    QApplication::setFont(kSystemFont);
    auto* style = new WorkbenchStyle;
    QApplication::setStyle(style);
    static const bool kTranslated = (installTranslation(*qApp, QLocale::c()), true);
    (void)kTranslated;
    return style->theme();
}

} // namespace faultline::ui::test

#include "tests/ui/support/window_fixture.h"

#include "ui/style/workbench_style.h"
#include "ui/translation/translation.h"

#include <QApplication>
#include <QLocale>

namespace faultline::ui::test {

namespace {

Theme& renewStyle()
{
    // A theme uses the application's font as the system's, so undo the zoom of an earlier fixture.
    static const QFont kSystemFont = QApplication::font();
    QApplication::setFont(kSystemFont);
    auto* style = new WorkbenchStyle;
    QApplication::setStyle(style);
    static const bool kTranslated = (installTranslation(*qApp, QLocale::c()), true);
    (void)kTranslated;
    return style->theme();
}

} // namespace

WindowFixture::WindowFixture()
    : settings(settingsFile()), theme(renewStyle()), engine(inbox),
      workbench(engine, inbox, settings), window(theme, settings, workbench)
{
}

} // namespace faultline::ui::test

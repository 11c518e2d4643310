#include "tests/ui/support/window_fixture.h"

#include "ui/style/workbench_style.h"

#include <QApplication>

namespace faultline::ui::test {

namespace {

const Theme& styled(const Theme& theme)
{
    QApplication::setStyle(new WorkbenchStyle(theme));
    return theme;
}

} // namespace

WindowFixture::WindowFixture()
    : settings(settingsFile()), engine(inbox), workbench(engine, inbox, settings),
      window((styled(theme), theme), settings, workbench)
{
}

} // namespace faultline::ui::test

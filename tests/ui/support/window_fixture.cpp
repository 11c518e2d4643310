// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/window_fixture.h"

#include "tests/ui/support/test_style.h"

namespace faultline::ui::test {

WindowFixture::WindowFixture()
    : settings(settingsFile()), theme(renewStyle()), engine(inbox),
      workbench(engine, inbox, settings), window(theme, settings, workbench)
{
}

} // namespace faultline::ui::test

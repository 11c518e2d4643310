// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/window_fixture.h"

#include "tests/ui/support/test_style.h"

#include <QTest>

namespace faultline::ui::test {

WindowFixture::WindowFixture()
    : settings(settingsFile()), theme(renewStyle()), engine(inbox),
      workbench(engine, inbox, settings), window(theme, settings, workbench)
{
}

ReportSession* WindowFixture::openReady(const QString& path, QSize size)
{
    window.resize(size);
    window.show();
    ReportSession* session = window.openFile(path);
    [&] {
        QTRY_VERIFY(session->header().isComplete ||
                    session->state() == ReportSession::State::Failed);
    }();
    return session;
}

} // namespace faultline::ui::test

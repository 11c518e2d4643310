// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/main_window.h"
#include "ui/views/server_page.h"
#include "ui/views/status_strip.h"

#include <QStackedWidget>

namespace faultline::ui {

void MainWindow::setServer(ServerSession& server)
{
    m_server = new ServerPage(m_theme, server);
    m_pages->addWidget(m_server);
    m_status->setServer(server);
    connect(m_server, &ServerPage::messageGiven, m_status, &StatusStrip::setMessage);
    m_actions.on("tools.server", this, [this] { showPage(m_server, tr("Server")); });
}

} // namespace faultline::ui

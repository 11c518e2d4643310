// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/server_session.h"
#include "ui/models/candidate_model.h"
#include "ui/style/theme.h"

#include <QWidget>

namespace faultline::ui {

class FlatButton;
class PanelHeader;
class RowView;
class StatefulView;
class WhyCard;

/// What became of the modules of one request of a server: the modules, and for the chosen one what
/// Why? says, with every place that was tried.
class ServerModules final : public QWidget
{
    Q_OBJECT

public:
    /// The arguments must outlive the view.
    ServerModules(const Theme& theme, ServerSession& server, QWidget* parent = nullptr);

Q_SIGNALS:
    void closeRequested();

private:
    void refresh();
    void explain();

    ServerSession& m_server;
    PanelHeader* m_title;
    FlatButton* m_close;
    RowView* m_modules;
    WhyCard* m_card;
    RowView* m_candidates;
    CandidateModel m_candidateModel;
    StatefulView* m_view;
};

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/server_session.h"
#include "ui/style/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QWidget>

class QVBoxLayout;

namespace faultline::ui {

/// The hosts that a server does not ask for now, each with the reason and a way back.
class ServerHosts final : public QWidget
{
    Q_OBJECT

public:
    explicit ServerHosts(const Theme& theme, QWidget* parent = nullptr);

    void show(const QList<ServerSession::Host>& hosts, bool canUnblock);

Q_SIGNALS:
    void unblockRequested(const QString& host);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Card
    {
        QWidget* area;
        QLabel* text;
        QPushButton* again;
        QString host;
    };

    Card addCard();
    void applyTheme();

    const Theme& m_theme;
    QVBoxLayout* m_layout;
    QLabel* m_rest;
    QList<Card> m_cards;
    qsizetype m_shown = 0;
};

} // namespace faultline::ui

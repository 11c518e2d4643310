// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/server_session.h"
#include "ui/style/theme.h"

#include <QWidget>

class QBoxLayout;
class QLineEdit;
class QPushButton;
class QStackedWidget;

namespace faultline::ui {

class FlatButton;
class FooterBar;
class NoticeBar;
class PageHead;
class PanelHeader;
class RowView;
class SegmentButton;
class ServerHosts;
class ServerModules;
class ServerNumbers;
class StatefulView;

/// The page of a server: what is wrong, what it costs, six numbers, requests, caches and log;
/// sources, the deny list and the process at the right.
class ServerPage final : public QWidget
{
    Q_OBJECT

public:
    /// The arguments must outlive the page.
    ServerPage(const Theme& theme, ServerSession& server, QWidget* parent = nullptr);

    /// Asks which server is shown.
    void chooseServer();

Q_SIGNALS:
    void messageGiven(const QString& message);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QPushButton* addButton(const char* name, const QString& text);
    void buildHead();
    QWidget* buildContent();
    QWidget* buildRequests();
    QWidget* buildLower();
    QWidget* buildCaches();
    QWidget* buildLog();
    QWidget* buildRight();
    void connectServer();
    void refresh();
    void showState();
    void showHead();
    void showContent();
    void showNotices();
    void showFooter();
    void showEndpoints(bool isByEndpoint);
    void openModules();
    void showLower();
    void arrange();
    void applyTheme();

    const Theme& m_theme;
    ServerSession& m_server;
    PageHead* m_head;
    QPushButton* m_browser = nullptr;
    QPushButton* m_reload = nullptr;
    QPushButton* m_drain = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_other = nullptr;
    NoticeBar* m_notice;
    ServerNumbers* m_numbers;
    SegmentButton* m_byRequest;
    SegmentButton* m_byEndpoint;
    QWidget* m_filterGap;
    QLineEdit* m_filter;
    QStackedWidget* m_tables;
    RowView* m_requests;
    RowView* m_endpoints;
    FooterBar* m_footer;
    QStackedWidget* m_lower;
    PanelHeader* m_cachesTitle;
    FlatButton* m_clean;
    RowView* m_caches;
    RowView* m_log;
    ServerModules* m_modules;
    PanelHeader* m_sourcesTitle;
    RowView* m_sources;
    PanelHeader* m_hostsTitle;
    ServerHosts* m_hosts;
    RowView* m_process;
    QWidget* m_right = nullptr;
    QBoxLayout* m_body = nullptr;
    QBoxLayout* m_side = nullptr;
    StatefulView* m_view;
    QString m_remark; ///< Why the last command failed; empty when it did not.
};

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/status_strip.h"

#include "ui/bridge/server_session.h"
#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/views/flat_button.h"

#include <QAccessible>
#include <QLocale>
#include <QUrl>

#include <algorithm>

namespace faultline::ui {

namespace {

constexpr int kMessageMs = 6000;

} // namespace

StatusStrip::StatusStrip(const UiContext& context, QWidget* parent)
    : QStatusBar(parent), m_context(context), m_message(plainLabel(this)),
      m_quality(new FlatButton(context.theme, {}, this)), m_progress(new QProgressBar(this)),
      m_transfers(new FlatButton(context.theme, {}, this)),
      m_offline(new FlatButton(context.theme, tr("Offline"), this)), m_cache(plainLabel(this)),
      m_server(new FlatButton(context.theme, {}, this)),
      m_zoom(new FlatButton(context.theme, {}, this))
{
    build();
    connect(&context.theme, &Theme::changed, this, &StatusStrip::applyTheme);
    connect(&context.workbench, &Workbench::activityChanged, this, &StatusStrip::showActivity);
    connect(&context.workbench, &Workbench::cacheChanged, this, &StatusStrip::showCache);
    connect(&context.settings, &AppSettings::offlineChanged, this, &StatusStrip::showSettings);
    connect(&context.settings, &AppSettings::zoomChanged, this, &StatusStrip::showSettings);
    m_messageEnds.setSingleShot(true);
    m_messageEnds.setInterval(kMessageMs);
    connect(&m_messageEnds, &QTimer::timeout, this, &StatusStrip::showRest);
    applyTheme();
    showRest();
    showActivity();
    showCache();
    showSettings();
}

void StatusStrip::build()
{
    setSizeGripEnabled(false);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Transfer progress"));
    addWidget(m_message);
    addWidget(m_quality);
    addWidget(m_progress);
    addWidget(m_transfers);
    addPermanentWidget(m_offline);
    addPermanentWidget(m_cache);
    addPermanentWidget(m_server);
    addPermanentWidget(m_zoom);
    m_server->setObjectName(QStringLiteral("status.server"));
    m_server->setVisible(false);
    m_offline->setToolTip(tr("Nothing is downloaded. Click to go online."));
    const auto command = [this](const char* id) {
        return [this, id] { Q_EMIT commandRequested(QLatin1String(id)); };
    };
    connect(m_quality, &FlatButton::clicked, this, command("symbols.why"));
    connect(m_transfers, &FlatButton::clicked, this, command("view.dock.activity"));
    connect(m_offline, &FlatButton::clicked, this, command("symbols.offline"));
    connect(m_server, &FlatButton::clicked, this, command("tools.server"));
    connect(m_zoom, &FlatButton::clicked, this, command("view.zoom_reset"));
    m_zoom->setToolTip(tr("Size of text and rows. Click for 100 %."));
}

void StatusStrip::applyTheme()
{
    const Metrics& m = m_context.theme.metrics();
    setFixedHeight(m.statusBar());
    setContentsMargins(m.textMargin(), 0, m.textMargin(), 0);
    m_progress->setFixedSize(17 * m.step, 3 * m.step);
    const QFont caption = m_context.theme.captionFont();
    for (QLabel* label : {m_message, m_cache}) {
        setTextColour(*label, m_context.theme.tokens().dim);
        label->setFont(caption);
    }
    for (FlatButton* button : {m_quality, m_transfers, m_offline, m_server, m_zoom})
        button->setFont(caption);
    m_offline->setColour(m_context.theme.tokens().warn);
    showQuality();
    showServer();
}

void StatusStrip::setServer(const ServerSession& server)
{
    m_serverSession = &server;
    connect(&server, &ServerSession::ownChanged, this, &StatusStrip::showServer);
    showServer();
}

/// A dot with its word: colour alone says nothing.
void StatusStrip::showServer()
{
    if (!m_serverSession)
        return;
    using State = ServerProcess::State;
    const ServerProcess& process = m_serverSession->ownProcess();
    const ThemeTokens& t = m_context.theme.tokens();
    const auto show = [this](const QString& text, const QColor& colour) {
        m_server->setGlyph(QStringLiteral("state"));
        m_server->setColour(colour);
        m_server->setText(text);
        m_server->setAccessibleName(text);
        m_server->updateGeometry();
    };
    switch (process.state()) {
    case State::Starting: show(tr("Server starting…"), t.dim); break;
    case State::Running:
        //: the port of an address
        show(tr("Server on :%1").arg(QUrl(process.url()).port()), t.ok);
        break;
    case State::Stopping: show(tr("Server stopping…"), t.dim); break;
    case State::Failed: show(tr("Server ended"), t.warn); break;
    default: show(tr("Server off"), t.dim); break;
    }
    m_server->setToolTip(shownText(process.url().isEmpty() ? tr("The server of this window does "
                                                                "not run. Click for its page.")
                                                           : process.url()));
    m_server->setVisible(true);
}

void StatusStrip::setSession(ReportSession* session)
{
    if (m_session)
        m_session->disconnect(this);
    m_session = session;
    if (session) {
        connect(session, &ReportSession::headerChanged, this, &StatusStrip::showQuality);
        connect(session, &ReportSession::stepChanged, this, [this] {
            if (!m_messageEnds.isActive())
                showRest();
        });
    }
    if (!m_messageEnds.isActive())
        showRest();
    showQuality();
}

void StatusStrip::setMessage(const QString& message)
{
    m_messageEnds.start();
    show(message);
}

void StatusStrip::showRest()
{
    m_messageEnds.stop();
    const bool isBusy = m_session && m_session->isBusy() && !m_session->step().isEmpty();
    show(isBusy ? m_session->step() : tr("Ready"));
}

void StatusStrip::show(const QString& message)
{
    const QString shown = shownText(message);
    if (m_message->text() == shown)
        return;
    m_message->setText(shown);
    m_message->setAccessibleName(shown);
    QAccessibleEvent event(m_message, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&event);
}

void StatusStrip::showQuality()
{
    const bool known = m_session && m_session->header().framePercent >= 0;
    m_quality->setVisible(known);
    if (!known)
        return;
    const ThemeTokens& t = m_context.theme.tokens();
    const ReportHeader& header = m_session->header();
    const bool lacking = header.framePercent < 100;
    m_quality->setText(tr("%1 % of frames").arg(header.framePercent));
    m_quality->setAccessibleName(header.quality);
    m_quality->setToolTip(shownText(header.quality));
    m_quality->setColour(lacking ? t.warn : t.ok);
    m_quality->setGlyph(lacking ? QStringLiteral("warning") : QStringLiteral("check"));
}

void StatusStrip::showActivity()
{
    const ActivityModel& activity = m_context.workbench.activity();
    const auto isTransfer = [](const ActivityRow& row) {
        return row.id.kind == ActivityRow::Kind::Transfer &&
               row.state == ActivityRow::State::Running;
    };
    const auto& rows = activity.allRows();
    const auto first = std::ranges::find_if(rows, isTransfer);
    const bool any = first != rows.end();
    m_progress->setVisible(any);
    m_transfers->setVisible(any);
    if (!any)
        return;
    m_progress->setRange(0, first->fraction >= 0 ? 1000 : 0);
    m_progress->setValue(int(std::max(0.0, first->fraction) * 1000));
    const auto running = std::ranges::count_if(rows, isTransfer);
    QString text = QString(first->what + u' ' + first->amount).trimmed();
    if (running > 1)
        text = tr("%n transfer(s)", nullptr, int(running));
    if (!first->rate.isEmpty())
        text += QStringLiteral(" · ") + first->rate;
    m_transfers->setText(withoutKeys(text));
    m_transfers->setAccessibleName(shownText(text));
    m_transfers->updateGeometry();
}

void StatusStrip::showCache()
{
    const quint64 bytes = m_context.workbench.cacheBytes();
    m_cache->setText(
        tr("Cache %1")
            .arg(QLocale().formattedDataSize(qint64(bytes), 1, QLocale::DataSizeSIFormat)));
    m_cache->setAccessibleName(m_cache->text());
}

void StatusStrip::showSettings()
{
    m_offline->setVisible(m_context.settings.isOffline());
    m_zoom->setText(tr("%1 %").arg(m_context.settings.zoomPercent()));
    m_zoom->setAccessibleName(tr("Zoom %1 percent").arg(m_context.settings.zoomPercent()));
    m_zoom->updateGeometry();
}

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/remote_control.h"

#include "core/base/result.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>
#include <QUrlQuery>

#include <cstdio>
#include <optional>

namespace faultline {

namespace {

/// The process that has the name may end before it is called.
constexpr int kAttempts = 3;
constexpr int kUnusedMs = 20'000;
const QString kFrame = QStringLiteral("frame");
const QString kThread = QStringLiteral("thread");

// A place in a file is the fragment of its URL: "frame=3", "frame=3&thread=1".

QString fragmentOf(const FirstFrame& frame)
{
    QUrlQuery fragment;
    fragment.addQueryItem(kFrame, QString::number(frame.row));
    if (frame.thread)
        fragment.addQueryItem(kThread, QString::number(*frame.thread));
    return fragment.toString();
}

std::optional<int> numberIn(const QUrlQuery& fragment, const QString& name)
{
    bool isNumber = false;
    const int number = fragment.queryItemValue(name).toInt(&isNumber);
    return isNumber && number >= 0 ? std::optional(number) : std::nullopt;
}

std::optional<FirstFrame> frameIn(const QUrl& file)
{
    const QUrlQuery fragment(file.fragment());
    const auto row = numberIn(fragment, kFrame);
    return row ? std::optional(FirstFrame{.thread = numberIn(fragment, kThread), .row = *row})
               : std::nullopt;
}

bool forward(ui::ApplicationService& service, const WorkbenchArguments& arguments)
{
    if (arguments.openLast)
        return service.forwardAction(QLatin1String(ui::desktop_action::kOpenLast));
    QList<QUrl> files;
    for (const QString& file : arguments.files)
        files.append(QUrl::fromLocalFile(QFileInfo(file).absoluteFilePath()));
    if (arguments.frame && !files.isEmpty())
        files.last().setFragment(fragmentOf(*arguments.frame));
    return service.forwardFiles(files);
}

} // namespace

bool handOver(ui::ApplicationService& service, const WorkbenchArguments& arguments)
{
    for (int i = 0; i < kAttempts; ++i) {
        if (service.claim() != ui::ApplicationService::Role::Another)
            return false;
        const QString owner = service.owner();
        if (forward(service, arguments))
            return true;
        if (service.owner() == owner)
            break;
    }
    std::fputs("faultline-workbench: the workbench that already runs does not answer\n", stderr);
    return false;
}

RemoteControl::RemoteControl(ui::ApplicationService& service, ui::MainWindow& window, LogSink& log)
    : m_window(window), m_log(log)
{
    m_unused.setSingleShot(true);
    m_unused.setInterval(kUnusedMs);
    connect(&m_unused, &QTimer::timeout, QCoreApplication::instance(), &QCoreApplication::quit);
    connect(&service, &ui::ApplicationService::activated, this, [this](const QString& token) {
        if (!m_window.isVisible())
            m_window.reopenFiles();
        bringForward(token);
    });
    connect(&service, &ui::ApplicationService::openRequested, this, &RemoteControl::open);
    connect(&service, &ui::ApplicationService::actionRequested, this, &RemoteControl::act);
}

void RemoteControl::endIfUnused()
{
    m_unused.start();
}

/// Qt's Wayland plugin takes the token from the environment when the window asks to be activated.
void RemoteControl::bringForward(const QString& token)
{
    m_unused.stop();
    if (!token.isEmpty())
        qputenv("XDG_ACTIVATION_TOKEN", token.toUtf8());
    m_window.setWindowState(m_window.windowState() & ~Qt::WindowMinimized);
    m_window.show();
    m_window.raise();
    m_window.activateWindow();
}

void RemoteControl::open(const QList<QUrl>& files, const QString& token)
{
    QStringList paths;
    for (const QUrl& file : files) {
        if (file.isLocalFile())
            paths.append(file.toLocalFile());
        else
            m_log.write(
                LogLevel::Warning, "ui",
                concat("not the URL of a local file: ", file.toDisplayString().toStdString()));
    }
    if (!m_window.isVisible())
        m_window.reopenFiles();
    m_window.openFiles(paths);
    const bool hasLast = !files.isEmpty() && files.last().isLocalFile();
    if (const auto frame = hasLast ? frameIn(files.last()) : std::nullopt)
        m_window.showFrame(frame->thread, frame->row);
    bringForward(token);
}

void RemoteControl::act(const QString& action, const QString& token)
{
    if (action == QLatin1String(ui::desktop_action::kNewWindow) && m_window.isVisible()) {
        QProcess::startDetached(QCoreApplication::applicationFilePath(),
                                {QStringLiteral("--new-instance")});
        return;
    }
    if (action == QLatin1String(ui::desktop_action::kOpenLast) && !m_window.isVisible())
        m_window.reopenFiles();
    if (action == QLatin1String(ui::desktop_action::kOpenLast))
        m_window.openLastReport();
    else if (action != QLatin1String(ui::desktop_action::kNewWindow))
        m_log.write(LogLevel::Warning, "ui",
                    concat("unknown action of the desktop entry: ", action.toStdString()));
    bringForward(token);
}

} // namespace faultline

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusConnection>
#include <QList>
#include <QObject>
#include <QUrl>
#include <QVariantMap>

namespace faultline::ui {

/// Actions of the desktop entry, beside opening files.
namespace desktop_action {

inline constexpr const char* kNewWindow = "new-window";
inline constexpr const char* kOpenLast = "open-last"; ///< The report that was opened last.

} // namespace desktop_action

/// The workbench on the session bus, as desktops start and reach it: org.freedesktop.Application
/// (Desktop Entry Specification, "D-Bus Activation"). One process of a session has the name; the
/// others hand over to it what they were started for. Calls arrive once the event loop runs. GUI
/// thread only.
class ApplicationService final : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Application")

public:
    /// The user waits for a window meanwhile, so whoever is silent for longer is taken for hung. A
    /// program that has just been started answers when its window stands.
    static constexpr int kAnswerTimeMs = 3000;

    explicit ApplicationService(QDBusConnection bus, QObject* parent = nullptr);
    /// Gives the name back.
    ~ApplicationService() override;

    enum class Role {
        First,   ///< This process has the name now.
        Another, ///< Another process has it.
        Alone,   ///< There is no session bus.
    };

    /// Takes the name if nobody has it.
    Role claim();

    /// Names the process that has the name; empty when none has it.
    QString owner() const;

    /// Ask the process that has the name to show its window, with the files or for the action. They
    /// wait for its answer; false when none comes in time.
    bool forwardFiles(const QList<QUrl>& files);
    bool forwardAction(const QString& action);

Q_SIGNALS:
    // `token` lets the window come to the front where the desktop guards that (xdg-activation).
    void activated(const QString& token);
    void openRequested(const QList<QUrl>& files, const QString& token);
    void actionRequested(const QString& action, const QString& token);

public Q_SLOTS:
    // The interface's methods; NOLINTBEGIN(readability-identifier-naming): its names.
    Q_SCRIPTABLE void Activate(const QVariantMap& platform_data);
    Q_SCRIPTABLE void Open(const QStringList& uris, const QVariantMap& platform_data);
    Q_SCRIPTABLE void ActivateAction(const QString& action_name,
                                     const QVariantList& parameter,
                                     const QVariantMap& platform_data);
    // NOLINTEND(readability-identifier-naming)

private:
    bool forward(const QString& method, QVariantList arguments);

    QDBusConnection m_bus;
    bool m_hasName = false;
};

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusConnection>
#include <QDBusVirtualObject>
#include <QList>
#include <QMutex>
#include <QSet>
#include <QString>

#include <optional>

namespace faultline::ui::test {

/// An object that a program shows to assistive technologies.
struct SpokenObject
{
    QString service; ///< The program's name on the bus.
    QString path;
};

/// What programs look for on the bus when they start: the two services of assistive technologies,
/// with a screen reader that is on. So that a test needs a bus and nothing else.
class AccessibilityServices final : public QDBusVirtualObject
{
    Q_OBJECT

public:
    /// `address` is that of the bus, on which programs then show what they have.
    AccessibilityServices(QDBusConnection connection, QString address);

    bool isRegistered() const { return m_isRegistered; }

    QString introspect(const QString&) const override { return {}; }

    bool handleMessage(const QDBusMessage& message, const QDBusConnection& connection) override;

private:
    QVariantList answerTo(const QDBusMessage& message);

    QString m_address;
    bool m_isRegistered = false;
    QList<SpokenObject> m_programs;
};

/// Asks programs what they show, as a screen reader does. Its calls wait for answers, so make them
/// on a thread that the program does not need to answer.
class ScreenReader final : public QObject
{
    Q_OBJECT

public:
    explicit ScreenReader(QDBusConnection connection);

    QList<SpokenObject> programs() const;
    QList<SpokenObject> children(const SpokenObject& object) const;
    QString name(const SpokenObject& object) const;
    /// The first list of this name below `from`, those near it first.
    std::optional<SpokenObject> findList(const SpokenObject& from, const QString& name) const;

    /// The paths that programs said to have the focus, so far.
    QSet<QString> focused() const;

private Q_SLOTS:
    void takeFocus(const QDBusMessage& message);

private:
    QVariantList ask(const SpokenObject& object,
                     const QString& interface,
                     const QString& member,
                     const QVariantList& arguments = {}) const;

    QDBusConnection m_connection;
    mutable QMutex m_mutex; // Guards the next one.
    QSet<QString> m_focused;
};

} // namespace faultline::ui::test

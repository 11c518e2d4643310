// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/screen_reader.h"

#include <QDBusArgument>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusVariant>
#include <QMutexLocker>

#include <deque>
#include <utility>

namespace faultline::ui::test {

namespace {

constexpr int kAnswerMs = 30'000;
const QString kRootPath = QStringLiteral("/org/a11y/atspi/accessible/root");
const QString kRegistry = QStringLiteral("org.a11y.atspi.Registry");
const QString kAccessible = QStringLiteral("org.a11y.atspi.Accessible");
const QString kProperties = QStringLiteral("org.freedesktop.DBus.Properties");

/// An object as the protocol writes it, "(so)", and a kind of event that somebody waits for,
/// "(ss)".
struct ObjectOnBus
{
    QString service;
    QDBusObjectPath path;
};

struct EventOnBus
{
    QString listener;
    QString event;
};

QDBusArgument& operator<<(QDBusArgument& out, const ObjectOnBus& object)
{
    out.beginStructure();
    out << object.service << object.path;
    out.endStructure();
    return out;
}

const QDBusArgument& operator>>(const QDBusArgument& in, ObjectOnBus& object)
{
    in.beginStructure();
    in >> object.service >> object.path;
    in.endStructure();
    return in;
}

QDBusArgument& operator<<(QDBusArgument& out, const EventOnBus& event)
{
    out.beginStructure();
    out << event.listener << event.event;
    out.endStructure();
    return out;
}

const QDBusArgument& operator>>(const QDBusArgument& in, EventOnBus& event)
{
    in.beginStructure();
    in >> event.listener >> event.event;
    in.endStructure();
    return in;
}

void registerTypes()
{
    qDBusRegisterMetaType<ObjectOnBus>();
    qDBusRegisterMetaType<QList<ObjectOnBus>>();
    qDBusRegisterMetaType<EventOnBus>();
    qDBusRegisterMetaType<QList<EventOnBus>>();
}

} // namespace

AccessibilityServices::AccessibilityServices(QDBusConnection connection, QString address)
    : m_address(std::move(address))
{
    registerTypes();
    m_isRegistered = connection.registerVirtualObject(QStringLiteral("/org/a11y"), this,
                                                      QDBusConnection::SubPath) &&
                     connection.registerService(kRegistry) &&
                     connection.registerService(QStringLiteral("org.a11y.Bus"));
}

bool AccessibilityServices::handleMessage(const QDBusMessage& message,
                                          const QDBusConnection& connection)
{
    const QVariantList answer = answerTo(message);
    return connection.send(message.createReply(answer));
}

QVariantList AccessibilityServices::answerTo(const QDBusMessage& message)
{
    const QString member = message.member();
    if (member == QLatin1String("GetAddress"))
        return {m_address};
    if (member == QLatin1String("Get")) // Whether a screen reader is on.
        return {QVariant::fromValue(QDBusVariant(true))};
    if (member == QLatin1String("Embed")) {
        const auto program =
            qdbus_cast<ObjectOnBus>(message.arguments().value(0).value<QDBusArgument>());
        m_programs.append({program.service, program.path.path()});
        return {QVariant::fromValue(ObjectOnBus{kRegistry, QDBusObjectPath(kRootPath)})};
    }
    if (member == QLatin1String("GetChildren")) {
        QList<ObjectOnBus> all;
        for (const SpokenObject& program : std::as_const(m_programs))
            all.append({program.service, QDBusObjectPath(program.path)});
        return {QVariant::fromValue(all)};
    }
    if (member == QLatin1String("GetRegisteredEvents")) {
        const QList<EventOnBus> all{{kRegistry, QStringLiteral("focus:")},
                                    {kRegistry, QStringLiteral("object:")}};
        return {QVariant::fromValue(all)};
    }
    if (member == QLatin1String("NotifyListenersSync"))
        return {false}; // The key goes to the program.
    return {};
}

ScreenReader::ScreenReader(QDBusConnection connection) : m_connection(std::move(connection))
{
    registerTypes();
    m_connection.connect(QString(), QString(), QStringLiteral("org.a11y.atspi.Event.Focus"),
                         QStringLiteral("Focus"), this, SLOT(takeFocus(QDBusMessage)));
    m_connection.connect(QString(), QString(), QStringLiteral("org.a11y.atspi.Event.Object"),
                         QStringLiteral("StateChanged"), this, SLOT(takeFocus(QDBusMessage)));
}

void ScreenReader::takeFocus(const QDBusMessage& message)
{
    const QVariantList facts = message.arguments();
    const bool isLost =
        message.member() == QLatin1String("StateChanged") &&
        (facts.value(0).toString() != QLatin1String("focused") || facts.value(1).toInt() != 1);
    if (isLost)
        return;
    const QMutexLocker lock(&m_mutex);
    m_focused.insert(message.path());
}

QSet<QString> ScreenReader::focused() const
{
    const QMutexLocker lock(&m_mutex);
    return m_focused;
}

QVariantList ScreenReader::ask(const SpokenObject& object,
                               const QString& interface,
                               const QString& member,
                               const QVariantList& arguments) const
{
    auto call = QDBusMessage::createMethodCall(object.service, object.path, interface, member);
    call.setArguments(arguments);
    return m_connection.call(call, QDBus::Block, kAnswerMs).arguments();
}

QList<SpokenObject> ScreenReader::programs() const
{
    return children({kRegistry, kRootPath});
}

QList<SpokenObject> ScreenReader::children(const SpokenObject& object) const
{
    const QVariantList answer = ask(object, kAccessible, QStringLiteral("GetChildren"));
    QList<SpokenObject> all;
    for (const auto& child : qdbus_cast<QList<ObjectOnBus>>(answer.value(0).value<QDBusArgument>()))
        all.append({child.service, child.path.path()});
    return all;
}

QString ScreenReader::name(const SpokenObject& object) const
{
    const QVariantList answer =
        ask(object, kProperties, QStringLiteral("Get"), {kAccessible, QStringLiteral("Name")});
    return answer.value(0).value<QDBusVariant>().variant().toString();
}

std::optional<SpokenObject> ScreenReader::findList(const SpokenObject& from,
                                                   const QString& name) const
{
    constexpr uint kListRole = 31; // ATSPI_ROLE_LIST
    std::deque<SpokenObject> open{from};
    while (!open.empty()) {
        const SpokenObject object = open.front();
        open.pop_front();
        const QVariantList role = ask(object, kAccessible, QStringLiteral("GetRole"));
        if (role.value(0).toUInt() == kListRole && this->name(object) == name)
            return object;
        for (const SpokenObject& child : children(object))
            open.push_back(child);
    }
    return std::nullopt;
}

} // namespace faultline::ui::test

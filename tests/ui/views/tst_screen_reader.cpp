// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/screen_reader.h"
#include "tests/ui/support/session_bus.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/views/chain_picture.h"
#include "ui/views/graph_picture.h"
#include "ui/views/icicle_picture.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCoreApplication>
#include <QEventLoop>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <future>
#include <memory>

using namespace faultline::ui;
using namespace faultline::ui::test;

namespace {

constexpr auto kInside = "FAULTLINE_TEST_SCREEN"; ///< Set for the process that has the window.
constexpr int kPatienceMs = 60'000;

/// Presses keys, and waits until the view has them: each goes over the bus first, because a screen
/// reader may want it.
class Keyboard final : public QObject
{
public:
    explicit Keyboard(QWidget& view) : m_view(view) { view.installEventFilter(this); }

    bool press(Qt::Key key)
    {
        const int before = m_released;
        QTest::keyClick(&m_view, key);
        return QTest::qWaitFor([&] { return m_released > before; }, kPatienceMs);
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        m_released += event->type() == QEvent::KeyRelease ? 1 : 0;
        return QObject::eventFilter(watched, event);
    }

private:
    QWidget& m_view;
    int m_released = 0;
};

/// The rows that arrow keys lead to from the first one.
QSet<int> walkByKeys(NodeView& picture)
{
    Keyboard keyboard(picture);
    QSet<int> reached{0};
    QList<int> open{0};
    while (!open.isEmpty()) {
        const int from = open.takeLast();
        for (const auto key : {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down}) {
            picture.setCurrentIndex(picture.model()->index(from, 0));
            if (!keyboard.press(key))
                return reached;
            const int to = picture.currentIndex().row();
            if (!reached.contains(to)) {
                reached.insert(to);
                open.append(to);
            }
        }
    }
    return reached;
}

/// The answer of a question that the window must answer meanwhile.
template <class Question>
auto whileAnswering(Question question)
{
    QEventLoop loop;
    auto result = std::async(std::launch::async, [&loop, question] {
        auto answer = question();
        QMetaObject::invokeMethod(&loop, &QEventLoop::quit, Qt::QueuedConnection);
        return answer;
    });
    loop.exec();
    return result.get();
}

struct Spoken
{
    QStringList names;
    QSet<QString> paths;
};

} // namespace

/// The window on a real display, and a screen reader on a real bus.
class TestScreenReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyNodeIsReached_data();
    void everyNodeIsReached();
};

void TestScreenReader::everyNodeIsReached_data()
{
    QTest::addColumn<QString>("picture");
    QTest::addColumn<QString>("name");
    QTest::newRow("graph") << QStringLiteral("parallel.graph")
                           << QStringLiteral("Graph of all stacks");
    QTest::newRow("icicle") << QStringLiteral("parallel.icicle")
                            << QStringLiteral("Icicle of all stacks");
    QTest::newRow("chain") << QStringLiteral("chain.boxes") << QString();
}

void TestScreenReader::everyNodeIsReached()
{
    QFETCH(QString, picture);
    QFETCH(QString, name);
    WindowFixture fixture;
    fixture.openReady(QStringLiteral("/x/hang.dmp"));
    fixture.window.actions().trigger(QStringLiteral("view.perspective.threads"));
    if (picture == QLatin1String("parallel.icicle"))
        fixture.window.findChild<QAbstractButton*>(QStringLiteral("parallel.form1"))->click();
    auto* boxes = fixture.window.findChild<NodeView*>(picture);
    QTRY_VERIFY(boxes && boxes->model()->rowCount() > 1);
    fixture.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&fixture.window));
    boxes->setFocus();

    auto connection = QDBusConnection::connectToBus(QDBusConnection::SessionBus, picture);
    const ScreenReader reader(connection);
    const auto all = whileAnswering([&reader, wanted = boxes->accessibleName()] {
        Spoken spoken;
        for (const SpokenObject& program : reader.programs()) {
            const auto found = reader.findList(program, wanted);
            for (const SpokenObject& child :
                 found ? reader.children(*found) : QList<SpokenObject>()) {
                spoken.names.append(reader.name(child));
                spoken.paths.insert(child.path);
            }
        }
        return spoken;
    });
    if (!name.isEmpty())
        QCOMPARE(boxes->accessibleName(), name);
    const int rows = boxes->model()->rowCount();
    QCOMPARE(int(all.names.size()), rows);
    QVERIFY(!all.names.contains(QString()));
    QCOMPARE(int(walkByKeys(*boxes).size()), rows);
    QTRY_VERIFY2(reader.focused().contains(all.paths),
                 qPrintable(QString::number((all.paths - reader.focused()).size())));
    QDBusConnection::disconnectFromBus(picture);
}

namespace {

/// Runs this program again with a display and a bus of its own, and returns its exit code.
int runInside(QCoreApplication& program)
{
    QProcess display;
    display.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    display.start(QStringLiteral("Xvfb"),
                  {QStringLiteral("-displayfd"), QStringLiteral("1"), QStringLiteral("-nolisten"),
                   QStringLiteral("tcp"), QStringLiteral("-screen"), QStringLiteral("0"),
                   QStringLiteral("1600x1000x24")});
    while (!display.canReadLine() && display.waitForReadyRead(kPatienceMs)) {
    }
    const QString number = QString::fromLatin1(display.readLine()).trimmed();
    SessionBus bus;
    AccessibilityServices services(bus.connection(), bus.address());
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QLatin1String(kInside), QStringLiteral("1"));
    environment.insert(QStringLiteral("DISPLAY"), QLatin1Char(':') + number);
    environment.insert(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"), bus.address());
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("xcb"));
    environment.remove(QStringLiteral("AT_SPI_BUS_ADDRESS"));
    QProcess inside;
    inside.setProcessEnvironment(environment);
    inside.setProcessChannelMode(QProcess::ForwardedChannels);
    QObject::connect(&inside, &QProcess::finished, &program,
                     [](int code, QProcess::ExitStatus status) {
                         QCoreApplication::exit(status == QProcess::NormalExit ? code : 1);
                     });
    inside.start(QCoreApplication::applicationFilePath(), QCoreApplication::arguments().mid(1));
    if (number.isEmpty() || !services.isRegistered() || !inside.waitForStarted(kPatienceMs))
        return 1;
    const int code = QCoreApplication::exec();
    display.terminate();
    display.waitForFinished(kPatienceMs);
    return code;
}

} // namespace

int main(int argc, char* argv[])
{
    if (qEnvironmentVariableIsSet(kInside)) {
        QApplication program(argc, argv);
        TestScreenReader test;
        return QTest::qExec(&test, argc, argv);
    }
    QCoreApplication program(argc, argv);
    return runInside(program);
}

#include "tst_screen_reader.moc"

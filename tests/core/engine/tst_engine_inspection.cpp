// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/inspection.h"
#include "tests/support/crash_scene.h"

#include <QTest>

#include <algorithm>

using namespace faultline;
using namespace faultline::test;

using engine::VariablesAnswer;
using engine::VariablesQuestion;

/// Checks what the engine answers about values, code and memory of an open crash file, on the
/// samples of tests/corpora, whose programs print what they hold.
class TestEngineInspection : public QObject
{
    Q_OBJECT

private slots:
    void variablesOfAnInlinedFrame();
    void partsComeOneLevelAtATime();
    void partsBeginWhereAsked();
    void expressionsHaveParts();
    void missingVariablesSayWhy_data();
    void missingVariablesSayWhy();
    void nothingIsKnownOfAClosedEvent();
};

namespace {

using Path = std::vector<std::uint64_t>;

const std::string kSamples = FL_TESTS_DIR "/corpora/samples";

engine::EngineConfig configFor(const std::string& folder)
{
    sources::SourceConfig source;
    source.id = "samples";
    source.where = sources::FolderSource{.path = folder};
    engine::EngineConfig config;
    config.sources = {source};
    config.offline = true;
    config.computeThreads = 2;
    return config;
}

/// A crash file that the engine has opened and resolved.
class OpenSample
{
public:
    explicit OpenSample(const std::string& file, const std::string& folder = "default")
        : m_engine(configFor(kSamples + "/" + folder), silentLog(), m_log.callback())
    {
        const auto job = m_engine.openEvent(kSamples + "/" + file);
        m_isOpen = m_log.waitForFinish(job);
    }

    engine::EventId event() { return noticesOf<engine::EventSnapshot>(m_log).at(0).event; }

    const Report& report() { return *noticesOf<engine::ReportSnapshot>(m_log).back().value; }

    engine::Engine& engine() { return m_engine; }

    std::shared_ptr<const engine::Inspection> ask(engine::Question question)
    {
        const auto job = m_engine.inspect(
            event(), std::make_shared<engine::InspectionQuestion>(std::move(question)));
        if (!m_isOpen || !m_log.waitForFinish(job))
            return nullptr;
        return noticesOf<engine::InspectionSnapshot>(m_log).back().value;
    }

    VariablesAnswer variables(VariablesQuestion question)
    {
        const auto answer = ask(std::move(question));
        return answer ? std::get<VariablesAnswer>(answer->value) : VariablesAnswer{};
    }

private:
    NoticeLog m_log;
    engine::Engine m_engine;
    bool m_isOpen = false;
};

const Variable* find(const VariablesAnswer& answer, std::string_view name)
{
    const auto found = std::ranges::find(answer.variables, name, &Variable::name);
    return found == answer.variables.end() ? nullptr : &*found;
}

std::uint64_t indexOf(const VariablesAnswer& answer, std::string_view name)
{
    const auto found = std::ranges::find(answer.variables, name, &Variable::name);
    return static_cast<std::uint64_t>(found - answer.variables.begin());
}

std::uint32_t crashedThread(const Report& report)
{
    return report.event->requestingThread.value_or(0);
}

} // namespace

void TestEngineInspection::variablesOfAnInlinedFrame()
{
    OpenSample sample("default/sample.dmp");
    const auto thread = crashedThread(sample.report());
    const auto innermost = sample.variables({.frame = {thread, 0, 2}});
    QVERIFY(innermost.state == VariablesAnswer::State::Known);
    QCOMPARE(innermost.variables.size(), std::size_t{1});
    QCOMPARE(innermost.variables[0].name, std::string("this"));
    QVERIFY(innermost.variables[0].pointer == std::uint64_t{0});

    const auto function = sample.variables({.frame = {thread, 0, 0}});
    const auto* self = find(function, "this");
    QVERIFY(self != nullptr && self->pointer.value_or(0) != 0);
    QCOMPARE(self->type, std::string("scene::Group* const"));
    QVERIFY(self->role == VariableRole::This && self->partCount == 1);
    QVERIFY(std::ranges::none_of(function.variables,
                                 [](const Variable& each) { return each.parent.has_value(); }));
    QVERIFY(find(function, "__for_end")->state == ValueState::OptimizedOut);
}

void TestEngineInspection::partsComeOneLevelAtATime()
{
    OpenSample sample("default/sample.dmp");
    const engine::FramePlace frame{crashedThread(sample.report()), 1, 0};
    const auto all = sample.variables({.frame = frame});
    const auto self = indexOf(all, "this");
    const auto object = sample.variables({.frame = frame, .partsOf = Path{self}});
    QVERIFY(object.state == VariablesAnswer::State::Known);
    QCOMPARE(object.variables.size(), std::size_t{1});
    QVERIFY(object.variables[0].role == VariableRole::Pointee);
    const auto members = sample.variables({.frame = frame, .partsOf = Path{self, 0}});
    QCOMPARE(members.variables.size(), std::size_t{2});
    QCOMPARE(find(members, "m_dirty")->number, std::string("Everything"));
    QVERIFY(find(members, "m_root")->role == VariableRole::Member);
    const auto none = sample.variables({.frame = frame, .partsOf = Path{self, 0, 7}});
    QVERIFY(none.state == VariablesAnswer::State::NoPart);
    const auto nobody = sample.variables({.frame = frame, .partsOf = Path{99}});
    QVERIFY(nobody.state == VariablesAnswer::State::NoPart);
}

void TestEngineInspection::partsBeginWhereAsked()
{
    OpenSample sample("null_write/null_write.dmp", "null_write");
    const engine::FramePlace frame{crashedThread(sample.report()), 0, 0};
    const auto padding = sample.variables({.frame = frame, .partsOf = Path{0, 0, 1}, .first = 3});
    QVERIFY(padding.state == VariablesAnswer::State::Known);
    QCOMPARE(padding.variables.size(), std::size_t{2});
    QCOMPARE(padding.variables[0].name, std::string("[3]"));
    QVERIFY(padding.variables[0].state == ValueState::NotInDump);
    const auto few =
        sample.variables({.frame = frame, .partsOf = Path{0, 0, 1}, .first = 0, .most = 1});
    QCOMPARE(few.variables.size(), std::size_t{1});
    const auto past = sample.variables({.frame = frame, .partsOf = Path{0, 0, 1}, .first = ~0ull});
    QVERIFY(past.variables.empty());
}

void TestEngineInspection::expressionsHaveParts()
{
    OpenSample sample("default/sample.dmp");
    const engine::FramePlace frame{crashedThread(sample.report()), 1, 0};
    const auto root = sample.variables({.frame = frame, .expression = "this->m_root"});
    QCOMPARE(root.variables.size(), std::size_t{1});
    QVERIFY(root.variables[0].partCount == 3);
    const auto members =
        sample.variables({.frame = frame, .expression = "this->m_root", .partsOf = Path{}});
    QCOMPARE(members.variables.size(), std::size_t{3});
    QVERIFY(find(members, "m_parent")->pointer == std::uint64_t{0});
    const auto box =
        sample.variables({.frame = frame, .expression = "this->m_root", .partsOf = Path{2}});
    QVERIFY(find(members, "m_bounds") == &members.variables[2] && box.variables.size() > 1);
    const auto missing = sample.variables({.frame = frame, .expression = "nobody"});
    QVERIFY(missing.variables[0].state == ValueState::TypeUnknown);
    QVERIFY(!missing.variables[0].text.empty());
    const auto damaged =
        sample.variables({.frame = frame, .expression = "this->", .partsOf = Path{0}});
    QVERIFY(damaged.state == VariablesAnswer::State::NoPart);
}

void TestEngineInspection::missingVariablesSayWhy_data()
{
    using State = VariablesAnswer::State;
    QTest::addColumn<QString>("file");
    QTest::addColumn<engine::FramePlace>("frame");
    QTest::addColumn<State>("state");
    QTest::newRow("function without debug info")
        << "default/sample.dmp" << engine::FramePlace{0, 2, 0} << State::NoDebugInfo;
    QTest::newRow("no such frame")
        << "default/sample.dmp" << engine::FramePlace{0, 99, 0} << State::NotWalked;
    QTest::newRow("no such inlined call")
        << "default/sample.dmp" << engine::FramePlace{0, 2, 5} << State::NotWalked;
    QTest::newRow("no such thread")
        << "default/sample.dmp" << engine::FramePlace{99, 0, 0} << State::NotWalked;
    QTest::newRow("a file without memory")
        << "../apple/macos.crash" << engine::FramePlace{0, 0, 0} << State::NoMemory;
}

void TestEngineInspection::missingVariablesSayWhy()
{
    QFETCH(const QString, file);
    QFETCH(const engine::FramePlace, frame);
    QFETCH(const VariablesAnswer::State, state);
    OpenSample sample(file.toStdString());
    const auto answer = sample.variables({.frame = frame});
    QVERIFY(answer.state == state);
    QVERIFY(answer.variables.empty());
}

void TestEngineInspection::nothingIsKnownOfAClosedEvent()
{
    OpenSample sample("default/sample.dmp");
    sample.engine().closeEvent(sample.event());
    const auto answer = sample.variables({.frame = {0, 0, 0}});
    QVERIFY(answer.state == VariablesAnswer::State::NotYet);
}

QTEST_GUILESS_MAIN(TestEngineInspection)

#include "tst_engine_inspection.moc"

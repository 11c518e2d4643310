// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_reader.h"
#include "core/server/mozilla/symbolicate_request.h"

#include <QTest>

using namespace faultline;
using namespace faultline::server::mozilla;

namespace {

Result<SymbolicateRequest> decode(const char* text, ApiVersion version = ApiVersion::V5)
{
    const auto document = json::parseJson(text);
    if (!document)
        qFatal("the test's JSON is broken");
    return decodeRequest(*document, version);
}

} // namespace

class TestMozillaRequest : public QObject
{
    Q_OBJECT

private slots:
    void readsJobs();
    void readsTheShortForm();
    void jobsWinOverTheShortForm();
    void negativeNumbersMeanUnknown();
    void passesOtherNumbersThrough();
    void refuses_data();
    void refuses();
    void versionsOfV4();
};

void TestMozillaRequest::readsJobs()
{
    const auto request =
        decode(R"({"jobs":[{"memoryMap":[["a.pdb","AB1"]],"stacks":[[[0,4660]],[]]}]})");
    QVERIFY(request);
    QCOMPARE(request->jobs.size(), 1u);
    QCOMPARE(request->jobs[0].modules[0].key(), std::string("a.pdb/AB1"));
    QCOMPARE(request->jobs[0].stacks.size(), 2u);
    QCOMPARE(*request->jobs[0].stacks[0][0].module, 0u);
    QCOMPARE(*request->jobs[0].stacks[0][0].offset, 4660u);
}

void TestMozillaRequest::readsTheShortForm()
{
    const auto request = decode(R"({"memoryMap":[],"stacks":[[[-1,1]]]})");
    QVERIFY(request);
    QCOMPARE(request->jobs.size(), 1u);
}

void TestMozillaRequest::jobsWinOverTheShortForm()
{
    const auto request = decode(R"({"jobs":[],"memoryMap":[],"stacks":[[[-1,1]]]})");
    QVERIFY(request);
    QVERIFY(request->jobs.empty());
}

void TestMozillaRequest::negativeNumbersMeanUnknown()
{
    const auto request = decode(R"({"memoryMap":[["a","1"]],"stacks":[[[-1,51966],[0,-1]]]})");
    QVERIFY(request);
    const auto& frames = request->jobs[0].stacks[0];
    QVERIFY(!frames[0].module);
    QCOMPARE(*frames[0].offset, 51966u);
    QVERIFY(!frames[1].offset);
    QCOMPARE(frames[1].offsetText, std::string("-0x1"));
}

void TestMozillaRequest::passesOtherNumbersThrough()
{
    const auto request = decode(R"({"memoryMap":[["a","1"]],"stacks":[[[0,1.50],[0,1e3]]]})");
    QVERIFY(request);
    const auto& frames = request->jobs[0].stacks[0];
    QVERIFY(!frames[0].offset);
    QCOMPARE(frames[0].offsetText, std::string("1.50"));
    QCOMPARE(frames[1].offsetText, std::string("1e3"));
}

void TestMozillaRequest::refuses_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("text");
    const auto add = [](const char* name, const char* body, const char* text) {
        QTest::newRow(name) << QString(body) << QString(text);
    };
    add("no object", "[]", "job 0 is invalid");
    add("jobs no list", R"({"jobs":{}})", "jobs must be a list");
    add("eleven jobs", R"({"jobs":[1,2,3,4,5,6,7,8,9,10,11]})",
        "please limit number of jobs in a single request to <= 10");
    add("no stacks", R"({"jobs":[{"memoryMap":[]}]})", "job 0 is invalid: no stacks specified");
    add("no modules", R"({"jobs":[{"stacks":[]}]})", "job 0 is invalid: no memoryMap specified");
    add("modules no list", R"({"stacks":[[]],"memoryMap":5})",
        "job 0 has invalid modules: modules must be a list");
    add("module no pair", R"({"stacks":[[]],"memoryMap":[["a","1"],["b"]]})",
        "job 0 has invalid modules: module index 1 does not have a debug_filename and debug_id");
    add("slash in a name", R"({"stacks":[[]],"memoryMap":[["a/b","1"]]})",
        "job 0 has invalid modules: module index 0 has an invalid debug_filename");
    add("line end in a name", R"({"stacks":[[]],"memoryMap":[["a\n","1"]]})",
        "job 0 has invalid modules: module index 0 has an invalid debug_filename");
    add("hyphen in an id", R"({"stacks":[[]],"memoryMap":[["a","1-2"]]})",
        "job 0 has invalid modules: module index 0 has an invalid debug_id");
    add("stacks no list", R"({"stacks":{},"memoryMap":[]})",
        "job 0 has invalid stacks: stacks must be a list of lists");
    add("empty stacks", R"({"stacks":[],"memoryMap":[]})",
        "job 0 has invalid stacks: no stacks specified");
    add("stack no list", R"({"stacks":[[],5],"memoryMap":[]})",
        "job 0 has invalid stacks: stack 1 is not a list");
    add("frame no pair", R"({"stacks":[[[0]]],"memoryMap":[]})",
        "job 0 has invalid stacks: stack 0 frame 0 is not a list of two items");
    add("index is true", R"({"stacks":[[[true,1]]],"memoryMap":[["a","1"]]})",
        "job 0 has invalid stacks: stack 0 frame 0 has an invalid module_index");
    add("index is 0.0", R"({"stacks":[[[0.0,1]]],"memoryMap":[["a","1"]]})",
        "job 0 has invalid stacks: stack 0 frame 0 has an invalid module_index");
    add("index too large", R"({"stacks":[[[1,1]]],"memoryMap":[["a","1"]]})",
        "job 0 has invalid stacks: stack 0 frame 0 has a module_index that isn't in modules");
    add("index -2", R"({"stacks":[[[-2,1]]],"memoryMap":[["a","1"]]})",
        "job 0 has invalid stacks: stack 0 frame 0 has a module_index that isn't in modules");
    add("offset -2", R"({"stacks":[[[0,-2]]],"memoryMap":[["a","1"]]})",
        "job 0 has invalid stacks: stack 0 frame 0 has an invalid module_offset");
    add("offset beyond 64 bits",
        R"({"stacks":[[[0,18446744073709551616]]],"memoryMap":[["a","1"]]})",
        "job 0 has invalid stacks: stack 0 frame 0 has an invalid module_offset");
    add("second job", R"({"jobs":[{"stacks":[[]],"memoryMap":[]},5]})", "job 1 is invalid");
}

void TestMozillaRequest::refuses()
{
    QFETCH(QString, body);
    QFETCH(QString, text);
    const auto request = decode(body.toUtf8().constData());
    QVERIFY(!request);
    QCOMPARE(QString::fromStdString(request.error().detail), text);
}

void TestMozillaRequest::versionsOfV4()
{
    QVERIFY(decode(R"({"memoryMap":[],"stacks":[[]],"version":4})", ApiVersion::V4));
    QVERIFY(decode(R"({"memoryMap":[],"stacks":[[]]})", ApiVersion::V4));
    QVERIFY(!decode(R"({"memoryMap":[],"stacks":[[]],"version":5})", ApiVersion::V4));
    QVERIFY(!decode(R"({"memoryMap":[],"stacks":[[]],"version":"4"})", ApiVersion::V4));
    QVERIFY(decode(R"({"memoryMap":[],"stacks":[[]],"version":5})"));
}

QTEST_GUILESS_MAIN(TestMozillaRequest)
#include "tst_mozilla_request.moc"

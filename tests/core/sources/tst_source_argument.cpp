// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/debuginfod_urls.h"
#include "core/sources/source_argument.h"

#include <QTest>

#include <map>

using namespace faultline;

namespace {

QString textOf(const Result<std::vector<sources::SourceConfig>>& sources)
{
    if (!sources)
        return QString::fromStdString(sources.error().detail);
    QStringList texts;
    for (const auto& source : *sources) {
        const auto* http = std::get_if<sources::HttpSource>(&source.where);
        const auto* folder = std::get_if<sources::FolderSource>(&source.where);
        const auto where = http     ? http->url
                           : folder ? folder->path
                                    : std::get<sources::FilesystemSource>(source.where).path;
        texts << QString::fromStdString(std::string(sources::layoutTypeName(source.layout.type)) +
                                        " " + where);
    }
    return texts.join(", ");
}

} // namespace

class TestSourceArgument : public QObject
{
    Q_OBJECT

private slots:
    void readsArguments_data();
    void readsArguments();
    void readsDebuginfodUrls_data();
    void readsDebuginfodUrls();
    void debuginfodSourcesAreAskedForElfFilesOnly();
    void imports_data();
    void imports();
};

void TestSourceArgument::readsArguments_data()
{
    QTest::addColumn<QString>("argument");
    QTest::addColumn<QString>("sources");
    QTest::newRow("path") << "/syms" << "unified /syms";
    QTest::newRow("layout") << "native:/syms" << "native /syms";
    QTest::newRow("server") << "symstore:https://h" << "symstore https://h";
    QTest::newRow("symbol path") << "srv*/a*https://h" << "symstore /a, symstore https://h";
    QTest::newRow("debuginfod servers")
        << "debuginfod:https://a https://b"
        << "debuginfod https://a/buildid/, debuginfod https://b/buildid/";
    QTest::newRow("debuginfod tree on disk") << "debuginfod:/syms" << "debuginfod /syms";
    QTest::newRow("preset") << "preset:ubuntu"
                            << "debuginfod https://debuginfod.ubuntu.com/buildid/";
    QTest::newRow("no such preset")
        << "preset:acme"
        << "there is no preset \"acme\"; faultline config presets lists them";
}

void TestSourceArgument::readsArguments()
{
    QFETCH(QString, argument);
    QFETCH(QString, sources);
    QCOMPARE(textOf(sources::parseSourcesArgument(argument.toStdString(), "id", {})), sources);
}

void TestSourceArgument::readsDebuginfodUrls_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("sources");
    QTest::newRow("none") << " \n" << "";
    QTest::newRow("slashes and words of policy")
        << "ima:enforcing https://a// \t http://b:8002\n"
        << "debuginfod https://a/buildid/, debuginfod http://b:8002/buildid/";
    QTest::newRow("path that is there already") << "https://a/buildid/"
                                                << "debuginfod https://a/buildid/";
    QTest::newRow("twice") << "https://a https://a/" << "debuginfod https://a/buildid/";
    QTest::newRow("no address") << "debuginfod.example"
                                << "debuginfod: \"debuginfod.example\" is no http address";
    QTest::newRow("other scheme") << "ftp://a" << "debuginfod: \"ftp://a\" is no http address";
    QTest::newRow("no host") << "https:///x" << "debuginfod: \"https:///x\" is no http address";
}

void TestSourceArgument::readsDebuginfodUrls()
{
    QFETCH(QString, text);
    QFETCH(QString, sources);
    QCOMPARE(textOf(sources::parseDebuginfodUrls(text.toStdString())), sources);
}

void TestSourceArgument::debuginfodSourcesAreAskedForElfFilesOnly()
{
    const auto sources = sources::parseDebuginfodUrls("https://user:secret@a");
    QCOMPARE(sources->front().filters.fileTypes.size(), std::size_t{2});
    QCOMPARE(sources->front().id, std::string("debuginfod:https://a/buildid/"));
}

void TestSourceArgument::imports_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("sources");
    QTest::newRow("symbol paths, the other one first")
        << "_NT_SYMBOL_PATH" << "symstore /alt, symstore /sym";
    QTest::newRow("debuginfod") << "DEBUGINFOD_URLS" << "debuginfod https://d/buildid/";
    QTest::newRow("preset") << "preset:mozilla" << "native https://symbols.mozilla.org/";
    QTest::newRow("anything else")
        << "HOME"
        << "cannot import \"HOME\", expected _NT_SYMBOL_PATH, DEBUGINFOD_URLS or preset:NAME";
}

void TestSourceArgument::imports()
{
    QFETCH(QString, name);
    QFETCH(QString, sources);
    const std::map<std::string, std::string> variables{{"_NT_ALT_SYMBOL_PATH", "srv*/alt"},
                                                       {"_NT_SYMBOL_PATH", "srv*/sym"},
                                                       {"DEBUGINFOD_URLS", "https://d"}};
    const auto variable = [&](const std::string& key) -> std::optional<std::string> {
        const auto found = variables.find(key);
        return found == variables.end() ? std::nullopt : std::optional(found->second);
    };
    QCOMPARE(textOf(sources::importSources(name.toStdString(), variable, {})), sources);
    const auto unset = [](const std::string&) -> std::optional<std::string> { return {}; };
    if (name == "DEBUGINFOD_URLS" || name == "_NT_SYMBOL_PATH")
        QCOMPARE(textOf(sources::importSources(name.toStdString(), unset, {})), QString());
}

QTEST_GUILESS_MAIN(TestSourceArgument)
#include "tst_source_argument.moc"

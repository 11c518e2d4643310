// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/command_line.h"
#include "app/faultline/symbolicator_arguments.h"

#include <QTest>

using namespace faultline::app;

class TestCommandLine : public QObject
{
    Q_OBJECT

private slots:
    void readsServe();
    void readsSymbolicate();
    void readsLocals();
    void readsInspect();
    void readsThreads();
    void readsQuery();
    void readsMcp();
    void readsCorpus();
    void takesSymbolicatorsArguments();
    void readsStackwalk();
    void readsSymbols();
    void readsSymbolsFetch();
    void readsCache();
    void readsLibrary();
    void readsDiff();
    void readsOpen();
    void printsAndExits_data();
    void printsAndExits();
};

void TestCommandLine::readsServe()
{
    const auto parsed = parseCommandLine({"serve", "--config", "a.yml"});
    QVERIFY(std::get<ServeArguments>(parsed).config == "a.yml");
    QVERIFY(!std::get<ServeArguments>(parseCommandLine({"serve"})).config);
}

void TestCommandLine::readsSymbolicate()
{
    const auto parsed = parseCommandLine({"symbolicate", "--symbols", "dir", "a.dmp", "-s",
                                          "https://x/", "--format", "json", "b.dmp", "--offline",
                                          "--exit-by-cause", "--output", "out"});
    const auto& arguments = std::get<SymbolicateArguments>(parsed);
    QVERIFY((arguments.files == std::vector<std::filesystem::path>{"a.dmp", "b.dmp"}));
    QVERIFY((arguments.symbols == std::vector<std::string>{"dir", "https://x/"}));
    QVERIFY(arguments.format == ReportFormat::Json && arguments.offline);
    QVERIFY(arguments.exitByCause && arguments.output == "out");
    QVERIFY(std::get<SymbolicateArguments>(
                parseCommandLine({"symbolicate", "a", "--server", "http://y/"}))
                .server == "http://y/");
    QVERIFY(std::get<SymbolicateArguments>(parseCommandLine({"symbolicate", "a"})).format ==
            ReportFormat::Text);
    QVERIFY(std::get<SymbolicateArguments>(
                parseCommandLine({"symbolicate", "a", "--format", "Markdown"}))
                .format == ReportFormat::Markdown);
}

void TestCommandLine::readsLocals()
{
    const auto localsOf = [](const std::vector<std::string>& words) {
        return std::get<SymbolicateArguments>(parseCommandLine(words)).locals;
    };
    QCOMPARE(localsOf({"symbolicate", "a"}), std::nullopt);
    QCOMPARE(localsOf({"symbolicate", "--locals", "a"}), std::optional<std::uint32_t>(16));
    QCOMPARE(localsOf({"symbolicate", "a", "--locals=3"}), std::optional<std::uint32_t>(3));
    QVERIFY(std::holds_alternative<PrintAndExit>(
        parseCommandLine({"symbolicate", "a", "--locals=many"})));
}

void TestCommandLine::readsInspect()
{
    const auto parsed =
        parseCommandLine({"inspect", "core", "--frame", "2", "a->b[3]", "-t", "1", "--format",
                          "json", "--module", "x=y", "--items", "9", "--program", "app@0x10"});
    const auto& arguments = std::get<InspectArguments>(parsed);
    QCOMPARE(arguments.program, std::optional<std::string>("app@0x10"));
    QVERIFY(arguments.file == "core" && arguments.expression == "a->b[3]");
    QVERIFY(arguments.frame == 2 && arguments.thread == 1u && arguments.items == 9);
    QVERIFY(arguments.format == OutputFormat::Json && arguments.modules.front() == "x=y");
    QVERIFY(std::holds_alternative<PrintAndExit>(parseCommandLine({"inspect", "core"})));
    const auto types = parseCommandLine({"symbols", "types", "lib.so", "ns::Type"});
    QVERIFY(std::get<SymbolsTypesArguments>(types).name == "ns::Type");
}

void TestCommandLine::readsQuery()
{
    const auto parsed =
        parseCommandLine({"query", "core", "threads[3]", "--first", "5", "--most", "7", "--depth",
                          "2", "--share", "team", "--library", "a.fldb", "--format", "json"});
    const auto& arguments = std::get<QueryArguments>(parsed);
    QVERIFY(arguments.file == "core" && arguments.expression == "threads[3]");
    QVERIFY(arguments.first == 5 && arguments.most == 7 && arguments.depth == 2u);
    QVERIFY(arguments.share == ShareWith::Team && arguments.reportsFile == "a.fldb");
    QVERIFY(std::holds_alternative<PrintAndExit>(parseCommandLine({"query", "core"})));
}

void TestCommandLine::readsMcp()
{
    const auto parsed = parseCommandLine({"mcp", "--folder", "a", "--folder", "b", "--http",
                                          "127.0.0.1:1", "--origin", "https://x"});
    const auto& arguments = std::get<McpArguments>(parsed);
    QVERIFY((arguments.folders == std::vector<std::filesystem::path>{"a", "b"}));
    QVERIFY(arguments.http == "127.0.0.1:1" && arguments.origins.front() == "https://x");
    QVERIFY(arguments.share == ShareWith::Team);
    // A token is for HTTP only.
    QVERIFY(std::holds_alternative<PrintAndExit>(parseCommandLine({"mcp", "--token-file", "t"})));
}

void TestCommandLine::readsCorpus()
{
    const auto corpus = std::get<CorpusArguments>(
        parseCommandLine({"corpus", "-", "dumps", "--output", "o.jsonl", "--resume", "-j", "3",
                          "--frames", "0", "-s", "dir", "--offline"}));
    QVERIFY((corpus.paths == std::vector<std::string>{"-", "dumps"}));
    QVERIFY(corpus.output == "o.jsonl" && corpus.resume && corpus.jobs == 3);
    QVERIFY(corpus.frames == 0 && corpus.offline && corpus.symbols.front() == "dir");
    QVERIFY(std::holds_alternative<PrintAndExit>(parseCommandLine({"corpus", "dumps"})));
    QVERIFY(std::holds_alternative<PrintAndExit>(
        parseCommandLine({"corpus", "dumps", "-o", "o", "-j", "0"})));
}

void TestCommandLine::takesSymbolicatorsArguments()
{
    using Words = std::vector<std::string>;
    const auto called = [](Words words) { return withoutSymbolicator("/bin/symbolicator", words); };
    QCOMPARE(called({"run", "-c", "c.yml"}), (Words{"serve", "-c", "c.yml"}));
    QCOMPARE(called({"-c", "c.yml", "run"}), (Words{"serve", "-c", "c.yml"}));
    QCOMPARE(called({"--config=run", "run"}), (Words{"serve", "--config=run"}));
    QCOMPARE(called({"-c", "run", "cleanup", "--repeat", "1h"}),
             (Words{"cache", "cleanup", "-c", "run", "--repeat", "1h"}));
    QCOMPARE(called({"healthcheck", "--addr", "run"}), (Words{"healthcheck", "--addr", "run"}));
    QCOMPARE(called({"--version"}), Words{"--version"});
    QCOMPARE(called({"-c"}), Words{"-c"});
    QCOMPARE(called({}), Words{});
    QCOMPARE(withoutSymbolicator("faultline", {"symbolicator", "run"}), Words{"serve"});
    QCOMPARE(withoutSymbolicator("faultline", {"run"}), Words{"run"});
    const auto serve = std::get<ServeArguments>(parseCommandLine(called({"-c", "c.yml", "run"})));
    QVERIFY(serve.config == "c.yml");
    const auto cleanup = std::get<CacheCleanupArguments>(
        parseCommandLine(called({"-c", "c.yml", "cleanup", "--dry-run", "--repeat=1h 30m"})));
    QVERIFY(cleanup.config == "c.yml" && cleanup.dryRun && cleanup.repeat == "1h 30m");
    const auto check = std::get<HealthcheckArguments>(
        parseCommandLine(called({"healthcheck", "--addr", "127.0.0.1:1", "--timeout", "2"})));
    QVERIFY(check.address == "127.0.0.1:1" && check.timeoutSeconds == 2);
}

void TestCommandLine::readsThreads()
{
    const auto parsed =
        parseCommandLine({"threads", "--group", "State", "--waits", "--find", "lock", "-s", "dir",
                          "a.dmp", "b.dmp", "--format", "json", "--offline"});
    const auto& arguments = std::get<ThreadsArguments>(parsed);
    QVERIFY((arguments.files == std::vector<std::filesystem::path>{"a.dmp", "b.dmp"}));
    QVERIFY((arguments.symbols == std::vector<std::string>{"dir"}));
    QVERIFY(arguments.group == GroupBy::State && arguments.waits && arguments.offline);
    QVERIFY(arguments.find == "lock" && arguments.format == OutputFormat::Json);
    QVERIFY(std::get<ThreadsArguments>(parseCommandLine({"threads", "a"})).group ==
            GroupBy::Nothing);
}

void TestCommandLine::readsStackwalk()
{
    const auto parsed = parseCommandLine({"stackwalk",
                                          "--json",
                                          "--pretty",
                                          "--symbols-path",
                                          "a",
                                          "--symbols-url",
                                          "https://x/",
                                          "-s",
                                          "b",
                                          "--symbols-cache",
                                          "c",
                                          "--symbols-download-timeout-secs",
                                          "7",
                                          "--use-local-debuginfo",
                                          "--evil-json",
                                          "e.json",
                                          "--verbose",
                                          "debug",
                                          "--part",
                                          "all",
                                          "--output-file",
                                          "out",
                                          "crash.dmp",
                                          "syms"});
    const auto& arguments = std::get<StackwalkArguments>(parsed);
    QVERIFY(arguments.format == StackwalkFormat::Json && arguments.pretty && !arguments.brief);
    QVERIFY((arguments.files == std::vector<std::filesystem::path>{"crash.dmp", "syms"}));
    QVERIFY((arguments.symbols == std::vector<std::string>{"a", "https://x/", "b"}));
    QVERIFY(arguments.symbolsCache == "c" && arguments.downloadTimeoutSeconds == 7u);
    QVERIFY(arguments.useLocalFiles && arguments.evidence == "e.json" && arguments.output == "out");
    QVERIFY(arguments.verbose == "debug" && arguments.part == "all");
    const auto text = std::get<StackwalkArguments>(
        parseCommandLine({"stackwalk", "--brief", "--recover-function-args", "a.dmp"}));
    QVERIFY(text.format == StackwalkFormat::Human && text.brief && text.recoverArguments);
    QVERIFY(std::get<StackwalkArguments>(parseCommandLine({"stackwalk", "-m", "a.dmp"})).format ==
            StackwalkFormat::Machine);
    QVERIFY(std::get<StackwalkArguments>(parseCommandLine({"stackwalk", "--cyborg", "f", "a.dmp"}))
                .cyborg == "f");
}

void TestCommandLine::readsSymbols()
{
    QVERIFY(std::get<SymbolsInfoArguments>(parseCommandLine({"symbols", "info", "a", "b"}))
                .files.size() == 2);
    const auto symcache = std::get<SymbolsSymcacheArguments>(
        parseCommandLine({"symbols", "symcache", "a", "--output", "b"}));
    QVERIFY(symcache.file == "a" && symcache.output == "b");
    const auto lookup = std::get<SymbolsLookupArguments>(
        parseCommandLine({"symbols", "lookup", "a", "0x1", "2", "--addresses", "-"}));
    QVERIFY(lookup.file == "a" && lookup.addressList == "-");
    QVERIFY((lookup.addresses == std::vector<std::string>{"0x1", "2"}));
}

void TestCommandLine::readsSymbolsFetch()
{
    const auto fetch = std::get<SymbolsFetchArguments>(
        parseCommandLine({"symbols", "fetch", "-s", "dir", "a.dmp", "b.dmp", "-c", "c.yml"}));
    QVERIFY(fetch.files.size() == 2 && fetch.symbols.size() == 1 && fetch.config == "c.yml");
    const auto dump =
        std::get<SymbolsDumpArguments>(parseCommandLine({"symbols", "dump", "a", "-o", "a.sym"}));
    QVERIFY(dump.file == "a" && dump.output == "a.sym");
    const auto bundle = std::get<SymbolsBundleArguments>(parseCommandLine(
        {"symbols", "bundle", "a", "-o", "b", "--map", "/x=/y", "--map", "/z=/w"}));
    QVERIFY(bundle.output == "b" && bundle.pathMappings.size() == 2);
    const auto sort = std::get<SymbolsSortArguments>(
        parseCommandLine({"symbols", "sort", "-zz", "-b", "1.0", "-o", "out", "a", "b"}));
    QVERIFY(sort.inputs.size() == 2 && sort.compress == 2 && sort.bundle == "1.0");
    const auto split = std::get<SymbolsWasmSplitArguments>(
        parseCommandLine({"symbols", "wasm-split", "a.wasm", "--strip", "-d", "a.debug.wasm"}));
    QVERIFY(split.strip && !split.stripNames && split.debugOutput == "a.debug.wasm");
}

void TestCommandLine::readsCache()
{
    const auto list = std::get<CacheListArguments>(
        parseCommandLine({"cache", "list", "objects", "symcaches", "--format", "json"}));
    QVERIFY(list.kinds.size() == 2 && list.format == OutputFormat::Json && !list.config);
    const auto show =
        std::get<CacheShowArguments>(parseCommandLine({"cache", "show", "abcd", "-c", "c.yml"}));
    QVERIFY(show.entries.size() == 1 && show.config == "c.yml");
    const auto once =
        std::get<CacheCleanupArguments>(parseCommandLine({"cache", "cleanup", "--dry-run"}));
    QVERIFY(once.dryRun && !once.repeat);
    const auto repeated =
        std::get<CacheCleanupArguments>(parseCommandLine({"cache", "cleanup", "--repeat"}));
    QVERIFY(repeated.repeat == "");
    const auto often = std::get<CacheCleanupArguments>(
        parseCommandLine({"cache", "cleanup", "--repeat", "5min", "--dry-run"}));
    QVERIFY(often.repeat == "5min" && often.dryRun);
    QVERIFY(
        std::get<CacheVerifyArguments>(parseCommandLine({"cache", "verify", "--remove"})).remove);
    const auto clear = std::get<CacheClearArguments>(
        parseCommandLine({"cache", "clear", "failures", "derived", "--source", "a", "--module",
                          "libc.so.6", "--dry-run"}));
    QVERIFY((clear.what == std::vector<std::string>{"failures", "derived"}) && clear.dryRun);
    QVERIFY(clear.sources.at(0) == "a" && clear.modules.at(0) == "libc.so.6");
    QVERIFY(std::holds_alternative<PrintAndExit>(parseCommandLine({"cache", "clear", "all"})));
    const auto import = std::get<CacheImportArguments>(
        parseCommandLine({"cache", "import", "/data", "-c", "c.yml"}));
    QVERIFY(import.from == "/data" && import.config == "c.yml");
}

void TestCommandLine::readsLibrary()
{
    const auto imported = std::get<LibraryImportArguments>(
        parseCommandLine({"library", "import", "a", "b", "-s", "dir", "--library", "l.fldb",
                          "--mode", "socorro", "--share", "team", "--customer", "ACME"}));
    QVERIFY((imported.paths == std::vector<std::filesystem::path>{"a", "b"}));
    QVERIFY(imported.reportsFile == "l.fldb" && imported.mode == "socorro");
    QVERIFY(imported.share == ShareWith::Team && imported.customer == "ACME");
    QVERIFY(!imported.environment && !imported.dryRun);
    const auto listed = std::get<LibraryListArguments>(parseCommandLine(
        {"library", "search", "tag:gpu", "version:>=2", "--sort", "version", "--limit", "7"}));
    QVERIFY((listed.query == std::vector<std::string>{"tag:gpu", "version:>=2"}));
    QVERIFY(listed.sort == "version" && listed.limit == 7 && !listed.ascending);
    QVERIFY(std::get<LibraryListArguments>(parseCommandLine({"library", "list"})).query.empty());
    QVERIFY(std::get<LibraryGroupArguments>(parseCommandLine({"library", "group", "--id", "3"}))
                .group == 3);
    QVERIFY(std::get<LibraryShowArguments>(parseCommandLine({"library", "show", "5", "--whole"}))
                .whole);
    const auto tagged = std::get<LibraryTagArguments>(
        parseCommandLine({"library", "tag", "1", "--group", "4", "2", "--add", "gpu", "--status",
                          "known", "--note", "n"}));
    QVERIFY((tagged.reports == std::vector<std::int64_t>{1, 2}));
    QVERIFY((tagged.groups == std::vector<std::int64_t>{4}));
    QVERIFY(tagged.status == "known" && tagged.note == "n");
    QVERIFY(
        std::get<LibraryTagArguments>(parseCommandLine({"library", "tag", "--undo", "9"})).undo ==
        9);
    QVERIFY((std::get<LibraryRemoveArguments>(parseCommandLine({"library", "remove", "3", "4"}))
                 .reports == std::vector<std::int64_t>{3, 4}));
    const auto exported = std::get<LibraryExportArguments>(
        parseCommandLine({"library", "export", "--format", "json", "-o", "out"}));
    QVERIFY(exported.format == ExportFormat::Json && exported.output == "out");
    QVERIFY(exported.share == ShareWith::Outside);
    QVERIFY(std::get<LibrarySignArguments>(
                parseCommandLine({"library", "sign", "--dry-run", "--rules", "r"}))
                .rules == "r");
    QVERIFY(std::get<LibraryStatsArguments>(
                parseCommandLine({"library", "stats", "os", "--query", "tag:x"}))
                .query.size() == 1);
    QVERIFY(
        std::holds_alternative<LibraryMigrateArguments>(parseCommandLine({"library", "migrate"})));
}

void TestCommandLine::readsDiff()
{
    const auto arguments =
        std::get<DiffArguments>(parseCommandLine({"diff", "a", "b", "--format", "json"}));
    QVERIFY(arguments.first == "a" && arguments.second == "b");
    QVERIFY(arguments.format == OutputFormat::Json);
}

void TestCommandLine::readsOpen()
{
    QVERIFY(std::get<OpenArguments>(parseCommandLine({"open"})).files.empty());
    const auto arguments = std::get<OpenArguments>(
        parseCommandLine({"open", "a", "b", "--frame", "3", "--thread", "1"}));
    QCOMPARE(arguments.files.size(), std::size_t{2});
    QVERIFY(arguments.frame == 3U && arguments.thread == 1U);
}

void TestCommandLine::printsAndExits_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("part"); // Part of the text.
    QTest::newRow("version") << QStringList{"--version"} << 0 << "faultline ";
    QTest::newRow("help") << QStringList{"--help"} << 0 << "Exit status: 0 done";
    QTest::newRow("help of a command") << QStringList{"symbolicate", "--help"} << 0 << "--symbols";
    QTest::newRow("nothing") << QStringList{} << 2 << "subcommand";
    const QString noCommand = QStringLiteral("there is no command symbolise");
    QTest::newRow("unknown command") << QStringList{"symbolise"} << 2 << noCommand;
    QTest::newRow("help of an unknown command")
        << QStringList{"symbolise", "--help"} << 2 << noCommand;
    QTest::newRow("version of an unknown command")
        << QStringList{"symbolise", "--version"} << 2 << noCommand;
    QTest::newRow("unknown command with options")
        << QStringList{"symbolise", "-s", "a", "-h"} << 2 << noCommand;
    QTest::newRow("unknown command below another")
        << QStringList{"cache", "symbolise", "--help"} << 2 << noCommand;
    QTest::newRow("help of a command with a wrong argument")
        << QStringList{"serve", "symbolise", "--help"} << 0 << "--config";
    QTest::newRow("open a frame of no file")
        << QStringList{"open", "--frame", "3"} << 2 << "--frame requires files";
    QTest::newRow("open a thread without a frame")
        << QStringList{"open", "a", "--thread", "1"} << 2 << "--thread requires --frame";
    QTest::newRow("open a frame below none")
        << QStringList{"open", "a", "--frame", "-1"} << 2 << "--frame";
    QTest::newRow("sources that a server would not ask")
        << QStringList{"symbolicate", "a", "-s", "dir", "--server", "http://y/"} << 2
        << "--symbols";
    QTest::newRow("unknown option") << QStringList{"serve", "--port", "1"} << 2 << "--port";
    QTest::newRow("no file") << QStringList{"symbolicate"} << 2 << "files";
    QTest::newRow("two forms at once")
        << QStringList{"stackwalk", "--json", "--machine", "a"} << 2 << "form";
    QTest::newRow("format of another command")
        << QStringList{"symbols", "info", "a", "--format", "markdown"} << 2 << "markdown";
    QTest::newRow("only the window paints")
        << QStringList{"symbolicate", "a", "--format", "PDF"} << 2 << "the window writes PDF";
    QTest::newRow("cache alone") << QStringList{"cache"} << 2 << "subcommand";
    QTest::newRow("entry to show left out") << QStringList{"cache", "show"} << 2 << "entries";
    QTest::newRow("symbols alone") << QStringList{"symbols"} << 2 << "subcommand";
}

void TestCommandLine::printsAndExits()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, part);
    std::vector<std::string> texts;
    for (const auto& argument : arguments)
        texts.push_back(argument.toStdString());
    const auto parsed = parseCommandLine(texts);
    const auto* print = std::get_if<PrintAndExit>(&parsed);
    QVERIFY(print != nullptr);
    QTEST(print->exitCode, "exitCode");
    QVERIFY2(QString::fromStdString(print->text).contains(part), print->text.c_str());
}

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_command_line.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/debuginfod_environment.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <map>

using namespace faultline;
using namespace std::chrono_literals;

class TestDebuginfodEnvironment : public QObject
{
    Q_OBJECT

private slots:

    void init() { m_dir = std::make_unique<QTemporaryDir>(); }

    void serversOfTheDistribution();
    void headersGoToDebuginfodOnly();
    void aMissingHeadersFileIsAnError();
    void limits();
    void limitsThatAreNoNumbersAreIgnored();

private:
    app::DebuginfodEnvironment environment(std::map<std::string, std::string> variables) const
    {
        return app::DebuginfodEnvironment(
            [variables = std::move(variables)](const std::string& name) {
                const auto found = variables.find(name);
                return found == variables.end() ? std::nullopt : std::optional(found->second);
            },
            m_dir->path().toStdString());
    }

    std::string write(const QString& name, const QByteArray& text) const
    {
        QFile file(m_dir->filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", qPrintable(name));
        return file.fileName().toStdString();
    }

    static sources::SourceConfig http(sources::LayoutType layout)
    {
        sources::SourceConfig source;
        source.layout.type = layout;
        source.where = sources::HttpSource{"https://h/", {}, false};
        return source;
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestDebuginfodEnvironment::serversOfTheDistribution()
{
    QVERIFY(!environment({}).urls());
    write("b.urls", "https://b.example\n");
    write("a.urls", "https://a.example https://a2.example");
    write("readme.txt", "https://other.example");
    QCOMPARE(
        environment({}).urls(),
        std::optional<std::string>("https://a.example https://a2.example\nhttps://b.example\n\n"));
    QCOMPARE(environment({{"DEBUGINFOD_URLS", ""}}).urls(), std::optional<std::string>(""));
    const auto environment = this->environment({});
    const auto sources = sources::importSources(
        "DEBUGINFOD_URLS", [&](const std::string&) { return environment.urls(); }, {});
    QVERIFY(sources);
    QCOMPARE(sources->size(), std::size_t{3});
}

void TestDebuginfodEnvironment::headersGoToDebuginfodOnly()
{
    std::vector sources{http(sources::LayoutType::Debuginfod), http(sources::LayoutType::Symstore)};
    const auto file =
        write("headers", "Authorization: Bearer t\r\nno header\n: none\nX-Team:a:b\n");
    QVERIFY(environment({{"DEBUGINFOD_HEADERS_FILE", file}}).addHeaders(sources));
    const std::vector<std::pair<std::string, std::string>> expected{{"Authorization", "Bearer t"},
                                                                    {"X-Team", "a:b"}};
    QCOMPARE(std::get<sources::HttpSource>(sources[0].where).headers, expected);
    QVERIFY(std::get<sources::HttpSource>(sources[1].where).headers.empty());
}

void TestDebuginfodEnvironment::aMissingHeadersFileIsAnError()
{
    std::vector sources{http(sources::LayoutType::Debuginfod)};
    const auto environment = this->environment({{"DEBUGINFOD_HEADERS_FILE", "/absent/headers"}});
    const auto added = environment.addHeaders(sources);
    QVERIFY(!added && added.error().detail.starts_with("DEBUGINFOD_HEADERS_FILE: "));
    std::vector others{http(sources::LayoutType::Symstore)};
    QVERIFY(environment.addHeaders(others)); // Nobody would send them.
}

void TestDebuginfodEnvironment::limits()
{
    engine::EngineConfig config;
    environment({{"DEBUGINFOD_TIMEOUT", "7"},
                 {"DEBUGINFOD_MAXTIME", "8"},
                 {"DEBUGINFOD_MAXSIZE", "9"},
                 {"DEBUGINFOD_RETRY_LIMIT", "4"}})
        .applyLimits(config);
    QVERIFY(config.stallTimeout == 7s && config.maxDownloadTimeout == 8s);
    QVERIFY(config.maxDownloadBytes == 9 && config.maxDownloadAttempts == 5);
    environment({{"DEBUGINFOD_RETRY_LIMIT", "18446744073709551615"}}).applyLimits(config);
    QVERIFY(config.maxDownloadAttempts == 1001);
}

void TestDebuginfodEnvironment::limitsThatAreNoNumbersAreIgnored()
{
    engine::EngineConfig config;
    const engine::EngineConfig defaults;
    environment({{"DEBUGINFOD_TIMEOUT", "soon"},
                 {"DEBUGINFOD_MAXTIME", "0"},
                 {"DEBUGINFOD_MAXSIZE", "-1"},
                 {"DEBUGINFOD_RETRY_LIMIT", "x"}})
        .applyLimits(config);
    QVERIFY(config.stallTimeout == defaults.stallTimeout &&
            config.maxDownloadTimeout == defaults.maxDownloadTimeout &&
            config.maxDownloadBytes == defaults.maxDownloadBytes &&
            config.maxDownloadAttempts == defaults.maxDownloadAttempts);
}

QTEST_GUILESS_MAIN(TestDebuginfodEnvironment)
#include "tst_debuginfod_environment.moc"

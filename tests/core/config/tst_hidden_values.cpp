// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/config/config_keys.h"
#include "core/config/config_loader.h"
#include "core/config/hidden_values.h"
#include "core/sources/source_argument.h"
#include "core/sources/source_parser.h"

#include <QTest>

using namespace faultline;

/// Values of `${NAME}` may be secrets, so no message on a configuration shows one.
class TestHiddenValues : public QObject
{
    Q_OBJECT

private slots:
    void conceals_data();
    void conceals();
    void noKeyShowsAValue_data();
    void noKeyShowsAValue();
    void theMessageNamesTheVariable();

private:
    /// What is not asked for by a file, such as an image's defaults, has no value.
    static std::function<std::optional<std::string>(const std::string&)>
    onlyOfTheFile(const std::string& value)
    {
        return [value](const std::string& name) {
            return name.starts_with("FAULTLINE_") ? std::nullopt : std::optional(value);
        };
    }

    static Result<config::ServiceConfig> parse(const std::string& text, const std::string& value)
    {
        return config::parseConfig(
            text, {.variable = onlyOfTheFile(value),
                   .readSources = sources::parseOwnSources,
                   .importSources = [](const std::string& name) {
                       return sources::importSources(
                           name, [](const std::string&) { return std::nullopt; }, {});
                   }});
    }

    /// A configuration with only this key, such as `sources[].layout.type`.
    static std::string yamlWith(std::string_view key)
    {
        std::string text;
        std::string end;
        for (auto rest = key; !rest.empty();) {
            const auto dot = std::min(rest.find('.'), rest.size());
            auto name = rest.substr(0, dot);
            rest.remove_prefix(std::min(dot + 1, rest.size()));
            const bool isList = name.ends_with("[]");
            name.remove_suffix(isList ? 2 : 0);
            text += concat("{", name, ": ", isList ? "[" : "");
            end.insert(0, isList ? "]}" : "}");
        }
        return concat(text, "${SECRET}", end);
    }

    /// The same in a source that has everything else that its kind needs.
    static std::string sourceWith(std::string_view type, std::string_view key)
    {
        const auto inner = yamlWith(key);
        const auto own = inner.substr(1, inner.size() - 2);
        std::string text = concat("{sources: [{", own);
        for (const std::string_view given : {"id: a", "url: 'http://h'", "path: /", "bucket: b",
                                             "region: r", "bearer_token: t", "token: t"}) {
            if (!key.starts_with(given.substr(0, given.find(':'))))
                text += concat(", ", given);
        }
        if (key != "type")
            text += concat(", type: ", type);
        return text + "}]}";
    }
};

void TestHiddenValues::conceals_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char* name, const char* value, const char* text, const char* shown) {
        QTest::newRow(name) << QString(value) << QString(text) << QString(shown);
    };
    row("in quotes", "hunter2", "not a duration: \"hunter2\"", "not a duration: \"${X}\"");
    row("twice", "hunter2", "hunter2, hunter2", "${X}, ${X}");
    row("all of it", "hunter2", "hunter2", "${X}");
    row("without its spaces", " hunter2 ", "\"hunter2\"", "\"${X}\"");
    row("in small letters", "Hunter2", "hunter2", "${X}");
    row("escaped", "a\nb", R"("a\x0ab")", R"("${X}")");
    row("quoted text", "\"hunter2\"", "hunter2", "${X}");
    row("not within words", "a", "a bad value", "${X} bad value");
    row("signs count anywhere", "%%", "a%%b", "a${X}b");
    row("nothing", "", "a bad value", "a bad value");
    row("spaces", "  ", "a  bad value", "a  bad value");
}

void TestHiddenValues::conceals()
{
    QFETCH(QString, value);
    QFETCH(QString, text);
    config::HiddenValues hidden;
    hidden.add("X", value.toStdString());
    const auto shown = QString::fromStdString(hidden.concealIn(text.toStdString()));
    QTEST(shown, "shown");
}

void TestHiddenValues::noKeyShowsAValue_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const auto& key : config::configKeys()) {
        const std::string name(key.name);
        const QByteArray label = QByteArray::fromStdString(name);
        if (!name.starts_with("sources[].")) {
            QTest::newRow(label.constData()) << QByteArray::fromStdString(yamlWith(name));
            continue;
        }
        for (const auto* type : {"http", "s3", "gcs", "sentry", "filesystem", "folder"})
            QTest::newRow(label + " of " + type) << QByteArray::fromStdString(
                sourceWith(type, std::string_view(name).substr(sizeof("sources[].") - 1)));
    }
}

void TestHiddenValues::noKeyShowsAValue()
{
    QFETCH(QByteArray, text);
    for (const auto* value : {"hunter2", "Hunter2 5m", "\"hunter2\"", "5hunter2", "hunter2:99999",
                              "http//hunter2", "a\nhunter2", "[hunter2"}) {
        const auto config = parse(text.toStdString(), value);
        if (config) {
            for (const auto& remark : config->remarks)
                QVERIFY2(!toLowerAscii(remark).contains("hunter2"), remark.c_str());
            continue;
        }
        const auto& detail = config.error().detail;
        QVERIFY2(!toLowerAscii(detail).contains("hunter2"), detail.c_str());
    }
}

void TestHiddenValues::theMessageNamesTheVariable()
{
    const auto config = parse("max_download_timeout: ${SECRET}", "hunter2");
    QVERIFY(!config);
    QCOMPARE(config.error().detail,
             std::string("max_download_timeout: not a duration: \"${SECRET}\", expected numbers "
                         "with units such as \"15min\" at line 1 column 23"));
    const auto loaded = parse("cache_dir: ${SECRET}", "/hunter2");
    QVERIFY(loaded);
    QCOMPARE(loaded->hidden.concealIn("/hunter2: no such folder"),
             std::string("${SECRET}: no such folder"));
}

QTEST_GUILESS_MAIN(TestHiddenValues)
#include "tst_hidden_values.moc"

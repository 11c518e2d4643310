// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/arguments.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <string_view>

namespace faultline {

namespace {

QCommandLineOption hidden(const QString& name)
{
    QCommandLineOption option(name);
    option.setFlags(QCommandLineOption::HiddenFromHelp);
    return option;
}

[[noreturn]] void endOfUsage(const std::string& problem)
{
    std::fprintf(stderr, "faultline-workbench: %s\n", problem.c_str());
    std::exit(1); // NOLINT(concurrency-mt-unsafe): no thread has been started.
}

/// Reads a row or an index. Ends the program when the text is not a number.
std::optional<int> numberOf(const QCommandLineParser& parser, const QCommandLineOption& option)
{
    if (!parser.isSet(option))
        return std::nullopt;
    bool isNumber = false;
    const int number = parser.value(option).toInt(&isNumber);
    if (isNumber && number >= 0)
        return number;
    endOfUsage("--" + option.names().constFirst().toStdString() + ": expected a number from 0");
}

std::optional<FirstFrame> frameOf(const QCommandLineParser& parser,
                                  const QCommandLineOption& thread,
                                  const QCommandLineOption& frame)
{
    const auto index = numberOf(parser, thread);
    const auto row = numberOf(parser, frame);
    if (index && !row)
        endOfUsage("--thread needs --frame");
    if (row && parser.positionalArguments().isEmpty())
        endOfUsage("--frame needs a file");
    return row ? std::optional(FirstFrame{.thread = index, .row = *row}) : std::nullopt;
}

} // namespace

void keepFileNames(int argc, char** argv, std::vector<std::string>& names)
{
    names.reserve(static_cast<std::size_t>(argc));
    const std::span arguments(argv, static_cast<std::size_t>(argc));
    auto at = std::ranges::find(arguments, std::string_view("--"),
                                [](const char* text) { return std::string_view(text); });
    for (; at != arguments.end(); ++at) {
        if (std::string_view(*at).starts_with('-') && *at != std::string_view("--"))
            *at = names.emplace_back(std::string("./") + *at).data();
    }
}

WorkbenchArguments parseArguments(const QCoreApplication& app)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QCoreApplication::translate("main", "Opens crashes and shows what really happened."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("file"),
                                 QCoreApplication::translate("main", "Crash files to open."),
                                 QStringLiteral("[FILE…]"));
    const QCommandLineOption newInstance(
        QStringLiteral("new-instance"),
        QCoreApplication::translate("main", "Opens a window of its own, even if one is open."));
    const QCommandLineOption last(
        QStringLiteral("last"),
        QCoreApplication::translate("main", "Opens the report that was opened last."));
    const QCommandLineOption frame(
        QStringLiteral("frame"),
        QCoreApplication::translate(
            "main", "Goes to that row of the stack in the last of the files, from 0."),
        QStringLiteral("ROW"));
    const QCommandLineOption thread(
        QStringLiteral("thread"),
        QCoreApplication::translate("main", "The index of the thread that --frame counts in."),
        QStringLiteral("INDEX"));
    const QCommandLineOption server(
        QStringLiteral("server"),
        QCoreApplication::translate("main", "Lets that Faultline server do the work, in a window "
                                            "of its own. Its token is in FAULTLINE_SERVER_TOKEN."),
        QStringLiteral("URL"));
    const auto bus = hidden(QStringLiteral("dbus-service"));
    const auto measure = hidden(QStringLiteral("measure"));
    const auto crash = hidden(QStringLiteral("crash"));
    parser.addOptions({frame, thread, newInstance, last, server, bus, measure, crash});
    parser.process(app);
    WorkbenchArguments arguments{.files = parser.positionalArguments(),
                                 .frame = frameOf(parser, thread, frame),
                                 .server = parser.value(server),
                                 .newInstance = parser.isSet(newInstance),
                                 .openLast = parser.isSet(last),
                                 .waitsForBus = parser.isSet(bus),
                                 .measure = parser.isSet(measure),
                                 .crash = parser.isSet(crash)};
    // A window that is measured, crashes or asks a server must be this process's own.
    arguments.newInstance = arguments.newInstance || arguments.measure || arguments.crash ||
                            !arguments.server.isEmpty();
    return arguments;
}

} // namespace faultline

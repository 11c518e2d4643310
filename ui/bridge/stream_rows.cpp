// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/stream_rows.h"

#include <QCoreApplication>
#include <QLocale>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(StreamRows)
};

/// Returns what the reader said about a damaged stream. Diagnostics name streams by type, and by
/// offset if several have the same type.
QString damageOf(const Event& event, const StreamInfo& stream)
{
    const std::string offset = shortHex(stream.offset).toStdString();
    const Diagnostic* found = nullptr;
    for (const Diagnostic& diagnostic : event.diagnostics) {
        if (diagnostic.area != stream.name)
            continue;
        if (diagnostic.text.contains(offset))
            return toQString(diagnostic.text);
        found = found ? found : &diagnostic;
    }
    return found ? toQString(found->text) : QString();
}

struct Status
{
    QString word;
    QString explanation;
    BadgeStyle style = BadgeStyle::Plain;
};

Status statusOf(const Event& event, const StreamInfo& stream)
{
    switch (stream.status) {
    case StreamInfo::Status::Parsed:
        return {Words::tr("read"), Words::tr("What it says is part of the report."),
                BadgeStyle::Ok};
    case StreamInfo::Status::Duplicate:
        return {Words::tr("duplicate"), Words::tr("Another stream of this type was read instead."),
                BadgeStyle::Plain};
    case StreamInfo::Status::Damaged: {
        const QString damage = damageOf(event, stream);
        return {Words::tr("damaged"),
                damage.isEmpty() ? Words::tr("It could not be read.") : damage, BadgeStyle::Warn};
    }
    case StreamInfo::Status::NotParsed: break;
    }
    if (stream.name.empty())
        return {Words::tr("unknown"),
                Words::tr("Its type is not known; nothing of it is part of the report."),
                BadgeStyle::Dashed};
    return {Words::tr("not read"),
            Words::tr("Its type is known; nothing of it is part of the report."),
            BadgeStyle::Plain};
}

/// Says where the file ends before the end of the stream.
QString shortfall(const StreamInfo& stream)
{
    if (stream.bytes.size() >= stream.sizeBytes)
        return {};
    const QLocale locale;
    return Words::tr("The file holds %1 of its %2 bytes.")
        .arg(locale.toString(qulonglong(stream.bytes.size())),
             locale.toString(qulonglong(stream.sizeBytes)));
}

/// Who defines the stream's type.
QString vendorText(std::string_view vendor)
{
    if (vendor == "Official")
        return QStringLiteral("Microsoft");
    if (vendor == "Google Extension")
        return QStringLiteral("Google");
    if (vendor == "Mozilla Extension")
        return QStringLiteral("Mozilla");
    return vendor == "Unknown Extension" ? Words::tr("unknown") : toQString(vendor);
}

StreamRow makeRow(const Event& event, const StreamInfo& stream, int index)
{
    const Status status = statusOf(event, stream);
    StreamRow row;
    row.index = index;
    row.type = stream.name.empty() ? Words::tr("Unknown") : toQString(stream.name);
    row.number = QStringLiteral("0x%1").arg(stream.id, 4, 16, QLatin1Char('0'));
    row.vendor = vendorText(stream.vendor);
    row.offset = shortHex(stream.offset);
    row.size = QLocale().toString(qulonglong(stream.sizeBytes));
    row.status = status.word;
    row.statusStyle = status.style;
    row.explanation = QString(status.explanation + u' ' + shortfall(stream)).trimmed();
    row.offsetValue = qint64(stream.offset);
    row.sizeBytes = qint64(stream.sizeBytes);
    return row;
}

} // namespace

QList<StreamRow> makeStreamRows(const Event& event)
{
    QList<StreamRow> rows;
    const NativeEvent* native = event.asNative();
    for (int i = 0; native && i < int(native->streams.size()); ++i)
        rows.append(makeRow(event, native->streams[std::size_t(i)], i));
    return rows;
}

QString noStreamsText(const Event& event)
{
    switch (event.kind) {
    case EventKind::Minidump: return Words::tr("This minidump lists no streams.");
    case EventKind::CoreFile: return Words::tr("This core file has no notes.");
    case EventKind::AppleText:
    case EventKind::AppleIps: return Words::tr("An Apple crash report is text and has no streams.");
    default: return Words::tr("Only minidumps and core files have streams.");
    }
}

} // namespace faultline::ui

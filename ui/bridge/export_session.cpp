// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/export_session.h"

#include "ui/bridge/report_session.h"
#include "ui/bridge/report_state.h"
#include "ui/bridge/session_core.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QRegularExpression>
#include <QSaveFile>

#include <algorithm>
#include <set>

namespace faultline::ui {

namespace {

using Form = ExportSession::Form;
using exporting::ExportFormat;
using exporting::OmissionKind;

constexpr std::size_t kMostSources = 200;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(ExportRows)
};

/// What one text that goes is called.
QString nameOf(OmissionKind kind)
{
    switch (kind) {
    case OmissionKind::Memory: return Words::tr("Memory");
    case OmissionKind::Streams: return Words::tr("Stream of the file");
    case OmissionKind::Environment: return Words::tr("Environment");
    case OmissionKind::CommandLine: return Words::tr("Command line");
    case OmissionKind::BootArguments: return Words::tr("Start of the system");
    case OmissionKind::Annotations: return Words::tr("Protected annotation");
    case OmissionKind::Details: return Words::tr("Further fact");
    case OmissionKind::Variables: return Words::tr("Values of variables");
    case OmissionKind::OtherText: return Words::tr("Text of the process");
    case OmissionKind::RawBytes: return Words::tr("Raw bytes");
    case OmissionKind::Users: return Words::tr("User name");
    case OmissionKind::Hosts: return Words::tr("Host name");
    case OmissionKind::Devices: return Words::tr("Device name");
    case OmissionKind::Customers: return Words::tr("Customer");
    case OmissionKind::Mails: return Words::tr("Mail address");
    case OmissionKind::Addresses: return Words::tr("Network address");
    case OmissionKind::Urls: return Words::tr("Web address");
    case OmissionKind::Tokens: return Words::tr("Key or password");
    }
    return {};
}

std::optional<ExportFormat> formatOf(Form form)
{
    switch (form) {
    case Form::Html: return ExportFormat::Html;
    case Form::Markdown: return ExportFormat::Markdown;
    case Form::Json: return ExportFormat::Json;
    case Form::Csv: return ExportFormat::Csv;
    case Form::Pdf:
    case Form::Bundle: break;
    }
    return std::nullopt;
}

/// Passes pieces to a device. Its error is the device's.
exporting::ExportSink sinkOf(QIODevice& device)
{
    return [&device](Bytes piece) -> Result<void> {
        const auto size = qint64(piece.size());
        if (device.write(asText(piece).data(), size) != size)
            return fail(ErrorKind::Internal, device.errorString().toStdString());
        return {};
    };
}

/// Counts what is written, and keeps nothing.
class CountingDevice final : public QIODevice
{
public:
    CountingDevice() { open(QIODevice::WriteOnly); }

    qint64 written() const { return m_written; }

    bool isSequential() const override { return true; }

protected:
    qint64 readData(char*, qint64) override { return -1; }

    qint64 writeData(const char*, qint64 size) override
    {
        m_written += size;
        return size;
    }

private:
    qint64 m_written = 0;
};

/// Errors: those of the device.
Result<void> write(const exporting::PreparedExport& prepared,
                   Form form,
                   const ExportSession::PaintPdf& paint,
                   QIODevice& device)
{
    if (const auto format = formatOf(form))
        return exporting::writeExport(prepared, *format, sinkOf(device));
    if (form == Form::Bundle)
        return exporting::writeReportBundle(prepared, sinkOf(device));
    const auto document =
        exporting::exportDocument(prepared.shown, prepared.profile, prepared.options);
    if (!paint(document, device))
        return fail(ErrorKind::Internal, device.errorString().toStdString());
    return {};
}

/// -1 when it cannot be told before the file is written: packing a large memory takes long.
qint64 sizeOfForm(const exporting::PreparedExport& prepared,
                  Form form,
                  const ExportSession::PaintPdf& paint)
{
    if (form == Form::Bundle && redact::carriesOriginalFile(prepared.profile))
        return -1;
    CountingDevice device;
    return write(prepared, form, paint, device) ? device.written() : -1;
}

/// The names of the streams of this size, which the text of a removed stream tells only.
QString streamNames(const Report& report, quint64 bytes)
{
    QStringList names;
    const NativeEvent* native = report.event->asNative();
    for (std::size_t i = 0; native && i < native->streams.size(); ++i) {
        const QString name = toQString(native->streams[i].name);
        if (native->streams[i].bytes.size() == bytes && !name.isEmpty() && !names.contains(name))
            names.append(name);
    }
    return names.join(QStringLiteral(", "));
}

/// "35 regions, 59265024 bytes" and "336 bytes" as people write them.
QString sizeOf(const Report& report, OmissionKind kind, const QString& text)
{
    static const QRegularExpression form(QStringLiteral("^(?:(\\d+) regions, )?(\\d+) bytes$"));
    const auto match = form.match(text);
    if (!match.hasMatch())
        return text;
    const auto bytes = match.captured(2).toULongLong();
    const QString size = QLocale().formattedDataSize(qint64(bytes), 1, QLocale::DataSizeSIFormat);
    if (match.hasCaptured(1))
        //: %1 is a size
        return Words::tr("%n region(s), %1", nullptr, match.captured(1).toInt()).arg(size);
    const QString name = kind == OmissionKind::Streams ? streamNames(report, bytes) : QString();
    //: the name of a part of the file, and its size
    return name.isEmpty() ? size : Words::tr("%1, %2").arg(name, size);
}

bool hasSize(OmissionKind kind)
{
    return kind == OmissionKind::Memory || kind == OmissionKind::Streams ||
           kind == OmissionKind::RawBytes;
}

/// Adds to the rows what was counted and not listed, so that the places add up to all that goes.
void addRest(QList<ExportRow>& rows, const redact::Redaction& shown)
{
    for (const auto& each : shown.removed) {
        const auto isOfField = [&each](const redact::RemovedText& text) {
            return text.kind == each.kind && text.where == each.where;
        };
        qulonglong listed = 0;
        qsizetype first = -1;
        int count = 0;
        for (std::size_t i = 0; i < shown.texts.size(); ++i) {
            if (!isOfField(shown.texts[i]))
                continue;
            listed += shown.texts[i].count;
            first = first < 0 ? qsizetype(i) : first;
            ++count;
        }
        if (listed >= each.count)
            continue;
        if (count == 1) {
            rows[first].places += each.count - listed;
            continue;
        }
        const auto kind = exporting::omissionKind(each.kind, each.where);
        rows.append({.what = nameOf(kind),
                     .before = Words::tr("further ones"),
                     .after = {},
                     .places = each.count - listed,
                     .isReplaced = exporting::isReplaced(kind),
                     .at = int(rows.size())});
    }
}

QList<ExportRow> rowsOf(const Report& report, const redact::Redaction& shown)
{
    QList<ExportRow> rows;
    for (const auto& text : shown.texts) {
        const auto kind = exporting::omissionKind(text.kind, text.where);
        const QString before = toQString(text.before);
        rows.append({.what = nameOf(kind),
                     .before = hasSize(kind) ? sizeOf(report, kind, before) : before,
                     .after = toQString(text.after),
                     .places = text.count,
                     .isReplaced = exporting::isReplaced(kind),
                     .at = int(rows.size())});
    }
    addRest(rows, shown);
    std::ranges::stable_sort(rows, {}, &ExportRow::isReplaced);
    return rows;
}

/// The texts that the window has loaded for the frames of the report.
std::vector<bundle::BundleSource> sourcesOf(const SessionCore& core, const Report& report)
{
    std::vector<bundle::BundleSource> sources;
    std::set<std::string> seen;
    for (const auto& stack : report.stacks) {
        if (!stack)
            continue;
        for (const auto& frame : stack->frames) {
            const auto& path = frame.position.absPath;
            if (!path || sources.size() >= kMostSources || !seen.insert(*path).second)
                continue;
            const auto* answer = core.source(*path);
            if (answer && answer->value)
                sources.push_back({.path = *path, .text = answer->value->text});
        }
    }
    return sources;
}

} // namespace

/// What was found out about one choice of the user.
struct ExportSession::Counted
{
    Prepared prepared;
    std::shared_ptr<const report::ReportDocument> document;
    QList<ExportRow> rows;
    std::array<qint64, kForms.size()> sizes{};
    quint64 leftOut = 0;
    quint64 replaced = 0;
};

ExportSession::ExportSession(PaintPdf paint, QObject* parent)
    : QObject(parent), m_paint(std::move(paint))
{
    m_pool.setMaxThreadCount(1);
    m_writers.setMaxThreadCount(1);
    m_sizes.fill(-1);
}

ExportSession::~ExportSession()
{
    ++m_number;
    m_pool.clear();
    m_pool.waitForDone();
    m_writers.waitForDone();
}

void ExportSession::open(ReportSession& session, Form form)
{
    m_report = session.report();
    m_input = session.path();
    m_fileName = session.fileName();
    m_inputBytes = QFileInfo(m_input).size();
    m_sources.clear();
    if (m_report)
        m_sources = sourcesOf(session.core(), *m_report);
    m_options.fileName = m_fileName.toStdString();
    setForm(form);
}

void ExportSession::setForm(Form form)
{
    m_form = form;
    const auto format = formatOf(form);
    setProfile(format ? exporting::usualProfile(*format) : redact::Profile::ShareOutside);
}

void ExportSession::setProfile(redact::Profile profile)
{
    m_profile = profile;
    m_options.environment = profile == redact::Profile::Full;
    prepare();
}

void ExportSession::setWholeStacks(bool whole)
{
    m_options.longStacks = whole ? report::LongStacks::Whole : report::LongStacks::Shorten;
    prepare();
}

void ExportSession::setFoot(const QString& foot)
{
    if (auto text = foot.toStdString(); text != m_options.foot) {
        m_options.foot = std::move(text);
        prepare();
    }
}

qint64 ExportSession::sizeOf(Form form) const
{
    return m_state == State::Ready ? m_sizes[std::size_t(form)] : -1;
}

qint64 ExportSession::mostBytesOf(Form form) const
{
    const bool isWhole = form == Form::Bundle && redact::carriesOriginalFile(m_profile);
    const qint64 report = m_sizes[std::size_t(Form::Json)];
    return m_state == State::Ready && isWhole && report >= 0 && m_inputBytes > 0
               ? m_inputBytes + report
               : -1;
}

/// The work before is not needed any more; it ends by itself.
void ExportSession::prepare()
{
    const auto number = ++m_number;
    m_pool.clear();
    if (!m_report || !m_report->event)
        return forget();
    m_state = State::Counting;
    exporting::ExportRequest request{.report = m_report,
                                     .profile = m_profile,
                                     .options = m_options,
                                     .sources = m_sources,
                                     .input = m_input.toStdString()};
    m_pool.start([this, number, request = std::move(request)]() mutable {
        auto counted = count(number, std::move(request));
        QMetaObject::invokeMethod(
            this, [this, number, counted] { take(number, counted); }, Qt::QueuedConnection);
    });
    Q_EMIT changed();
}

/// Nothing of a report that was here before may leave under another's name.
void ExportSession::forget()
{
    m_state = State::Nothing;
    m_prepared.reset();
    m_document.reset();
    m_texts.setRows({});
    m_sizes.fill(-1);
    m_leftOut = 0;
    m_replaced = 0;
    Q_EMIT changed();
}

/// Runs on a thread of the pool. Not whole when another choice has been made meanwhile.
std::shared_ptr<const ExportSession::Counted>
ExportSession::count(quint64 number, exporting::ExportRequest request) const
{
    auto counted = std::make_shared<Counted>();
    const auto report = request.report;
    auto prepared =
        std::make_shared<exporting::PreparedExport>(exporting::prepareExport(std::move(request)));
    counted->rows = rowsOf(*report, prepared->shown);
    for (const auto& each : exporting::omissionsOf(prepared->shown.removed))
        (exporting::isReplaced(each.kind) ? counted->replaced : counted->leftOut) += each.count;
    counted->document = std::make_shared<const report::ReportDocument>(
        exporting::exportDocument(prepared->shown, prepared->profile, prepared->options));
    for (const auto form : kForms) {
        if (number != m_number)
            break;
        counted->sizes[std::size_t(form)] = sizeOfForm(*prepared, form, m_paint);
    }
    counted->prepared = std::move(prepared);
    return counted;
}

void ExportSession::take(quint64 number, const std::shared_ptr<const Counted>& counted)
{
    if (number != m_number)
        return;
    m_prepared = counted->prepared;
    m_document = counted->document;
    m_texts.setRows(counted->rows);
    m_sizes = counted->sizes;
    m_leftOut = counted->leftOut;
    m_replaced = counted->replaced;
    m_state = State::Ready;
    Q_EMIT changed();
}

void ExportSession::copy()
{
    const auto format = formatOf(m_form);
    if (m_state != State::Ready || !format)
        return;
    m_writers.start([this, format = *format, prepared = m_prepared] {
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        if (!exporting::writeExport(*prepared, format, sinkOf(buffer)))
            return; // A buffer takes whatever fits into memory.
        QMetaObject::invokeMethod(
            this, [this, text = QString::fromUtf8(buffer.data())] { Q_EMIT textReady(text); },
            Qt::QueuedConnection);
    });
}

QString ExportSession::suffixOf(Form form)
{
    switch (form) {
    case Form::Html: return QStringLiteral("html");
    case Form::Pdf: return QStringLiteral("pdf");
    case Form::Markdown: return QStringLiteral("md");
    case Form::Json: return QStringLiteral("json");
    case Form::Csv: return QStringLiteral("csv");
    case Form::Bundle: return QStringLiteral("flreport");
    }
    return {};
}

QString ExportSession::suggestedPath() const
{
    QFileInfo input(m_input);
    while (!input.dir().exists())
        input = QFileInfo(input.path());
    const QString base = QFileInfo(m_fileName).completeBaseName();
    QString name = (base.isEmpty() ? QStringLiteral("report") : base) + u'.' + suffixOf(m_form);
    if (isInput(input.dir().filePath(name)))
        name.prepend(tr("report of "));
    return input.dir().filePath(name);
}

/// Is it the crash file, the container that it lies in, or in the folder that was opened?
bool ExportSession::isInput(const QString& path) const
{
    const QString target = QFileInfo(path).canonicalFilePath();
    if (target.isEmpty())
        return false;
    for (QString at = m_input; !at.isEmpty() && at != QFileInfo(at).path();
         at = QFileInfo(at).path()) {
        const QFileInfo info(at);
        if (!info.exists())
            continue;
        const QString own = info.canonicalFilePath();
        return target == own || (info.isDir() && target.startsWith(own + u'/'));
    }
    return false;
}

void ExportSession::save(const QString& path)
{
    if (m_state != State::Ready)
        return;
    if (isInput(path)) {
        Q_EMIT failed(path, tr("This is the crash file itself, which stays as it is."));
        return;
    }
    if (const QFileInfo place(path); place.exists() && !place.isFile()) {
        Q_EMIT failed(path, tr("This is a folder or a device."));
        return;
    }
    ++m_saving;
    Q_EMIT changed();
    m_writers.start([this, path, form = m_form, prepared = m_prepared, paint = m_paint] {
        QSaveFile file(path);
        QString reason;
        if (!file.open(QIODevice::WriteOnly))
            reason = file.errorString();
        else if (const auto written = write(*prepared, form, paint, file); !written)
            reason = toQString(written.error().detail);
        else if (!file.commit())
            reason = file.errorString();
        QMetaObject::invokeMethod(
            this,
            [this, path, reason] {
                --m_saving;
                Q_EMIT changed();
                if (reason.isEmpty())
                    Q_EMIT saved(path);
                else
                    Q_EMIT failed(path, reason);
            },
            Qt::QueuedConnection);
    });
}

} // namespace faultline::ui

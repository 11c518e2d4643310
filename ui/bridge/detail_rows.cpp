// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/detail_rows.h"

#include "ui/bridge/analysis_rows.h"

#include <QCoreApplication>
#include <QDateTime>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(DetailRows)
};

/// Collects facts and drops those without a value.
class Facts
{
public:
    void add(const QString& name, const QString& value)
    {
        if (!value.isEmpty())
            m_rows.append({.name = name, .value = value});
    }

    void addFixed(const QString& name, const QString& value)
    {
        if (!value.isEmpty())
            m_rows.append({.name = name, .value = value, .isFixed = true});
    }

    void addAboutFile(const QString& name, const QString& value)
    {
        if (!value.isEmpty())
            m_rows.append({.name = name, .value = value, .isFixed = true, .isAboutFile = true});
    }

    void add(QList<DetailRow> rows) { m_rows.append(std::move(rows)); }

    QList<DetailRow> take() { return std::move(m_rows); }

private:
    QList<DetailRow> m_rows;
};

QString capitalized(QString text)
{
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

QString processText(const ProcessInfo& process)
{
    QString text = toQString(process.name);
    if (process.id)
        text = text.isEmpty() ? Words::tr("pid %1").arg(*process.id)
                              : Words::tr("%1 (pid %2)").arg(text, QString::number(*process.id));
    if (process.uptimeSeconds)
        text += QStringLiteral(", ") + Words::tr("up %1").arg(durationText(*process.uptimeSeconds));
    return text;
}

void addCrash(Facts& facts, const Event& event)
{
    const CrashInfo& crash = event.crash;
    facts.add(Words::tr("Reason"), toQString(crash.reason));
    facts.add(Words::tr("Assertion"), toQString(crash.assertion));
    facts.add(event.isNative() ? Words::tr("Cause") : Words::tr("Message"),
              toQString(crash.details));
    if (crash.present && crash.addressKnown)
        facts.addFixed(Words::tr("Address"), paddedAddress(crash.address, event.system.arch));
    for (std::size_t i = 0; i < crash.parameters.size(); ++i)
        facts.addFixed(Words::tr("Parameter %1").arg(i), shortHex(crash.parameters[i]));
}

void addSystem(Facts& facts, const SystemInfo& system)
{
    const QString build = toQString(system.osBuild);
    facts.add(Words::tr("System"),
              QString(toQString(system.osName) + u' ' + toQString(system.osVersion) + u' ' + build)
                  .trimmed());
    facts.add(Words::tr("Processor"),
              QString(toQString(system.cpuName) + u' ' + toQString(system.cpuInfo)).trimmed());
    if (system.cpuCount > 0)
        facts.add(Words::tr("Cores"), QString::number(system.cpuCount));
    if (system.microcode)
        facts.addFixed(Words::tr("Microcode"), shortHex(*system.microcode));
    facts.add(Words::tr("Device"), toQString(system.deviceModel));
}

} // namespace

QString durationText(std::uint64_t seconds)
{
    if (seconds < 60)
        return Words::tr("%1 s").arg(seconds);
    if (seconds < 3600)
        return Words::tr("%1 min").arg(seconds / 60);
    return Words::tr("%1 h %2 min").arg(seconds / 3600).arg(seconds % 3600 / 60);
}

QList<DetailRow> makeDetailRows(const ReportState& state)
{
    if (!state.event)
        return {};
    const Event& event = *state.event;
    Facts facts;
    addCrash(facts, event);
    facts.add(makeAnalysisRows(state));
    if (const NativeEvent* native = event.asNative())
        facts.add(Words::tr("Process"), processText(native->process));
    addSystem(facts, event.system);
    if (event.timestamp)
        facts.add(Words::tr("Crashed at"),
                  localTimeText(*event.timestamp) + u' ' +
                      QDateTime::fromSecsSinceEpoch(*event.timestamp).timeZoneAbbreviation());
    for (const Diagnostic& diagnostic : event.diagnostics)
        facts.add(Words::tr("Note, %1").arg(toQString(diagnostic.area)),
                  toQString(diagnostic.text));
    for (const Annotation& annotation : event.annotations)
        facts.add(toQString(annotation.key), toQString(annotation.value));
    // The file may state further facts; they keep the names that the file gives them.
    for (const auto& [name, value] : event.details)
        facts.addAboutFile(capitalized(toQString(name)), toQString(value));
    return facts.take();
}

} // namespace faultline::ui

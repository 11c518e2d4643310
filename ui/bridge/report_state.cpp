// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/report_state.h"

#include "core/engine/insight.h"
#include "core/engine/text.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace faultline::ui {

bool ReportState::hasCrashed() const
{
    return event && event->crash.present && !event->crash.isSimulated;
}

const ThreadStack* ReportState::stack(std::uint32_t thread) const
{
    return insight::stackOf(*this, thread);
}

const ModuleReport* ReportState::module(std::uint32_t index) const
{
    return insight::moduleReport(*this, index);
}

const OpenLookup* ReportState::lookup(std::uint32_t module) const
{
    return module < lookups.size() ? lookups[module].get() : nullptr;
}

bool ReportState::isLookingFor(std::uint32_t module) const
{
    if (!isRunning || (module < answered.size() && answered[module]))
        return false;
    const ModuleReport* known = this->module(module);
    return !known || known->pending || known->debugStatus != ObjectFileStatus::Found;
}

std::uint32_t ReportState::mainThread() const
{
    if (event && waits && !waits->findings.empty()) {
        const auto cause = insight::causeOf(*this);
        if (!cause.threads.empty())
            return cause.threads.front().index;
    }
    return insight::crashedThread(*this);
}

QString toQString(std::string_view utf8)
{
    QString shown;
    for (auto rest = utf8; !rest.empty();) {
        const auto end = std::min(rest.find_first_of("\r\n"), rest.size());
        shown += QString::fromStdString(escapeControls(rest.substr(0, end)));
        const auto breaks = std::min(rest.find_first_not_of("\r\n", end), rest.size()) - end;
        shown += QString::fromUtf8(rest.data() + end, qsizetype(breaks));
        rest.remove_prefix(end + breaks);
    }
    return shown;
}

QString paddedAddress(std::uint64_t address, Arch arch)
{
    const int digits = pointerSize(cpuFamily(arch)) == 4 ? 8 : 16;
    return QStringLiteral("0x%1").arg(address, digits, 16, QLatin1Char('0'));
}

QString localTimeText(std::int64_t secondsSinceEpoch)
{
    const QDateTime time = QDateTime::fromSecsSinceEpoch(secondsSinceEpoch);
    const QLocale locale;
    QString clock = locale.timeFormat(QLocale::ShortFormat);
    if (!clock.contains(u's')) // Short times have no seconds.
        clock.replace(QStringLiteral("mm"), QStringLiteral("mm:ss"));
    return locale.toString(time.date(), QLocale::ShortFormat) + u' ' +
           locale.toString(time.time(), clock);
}

QString shortHex(std::uint64_t value)
{
    return QStringLiteral("0x%1").arg(value, 0, 16);
}

QString moduleName(const EventModule& module)
{
    return toQString(insight::moduleName(module));
}

} // namespace faultline::ui

#include "ui/bridge/report_state.h"

#include "core/engine/insight.h"

namespace faultline::ui {

const ThreadStack* ReportState::stack(std::uint32_t thread) const
{
    return insight::stackOf(*this, thread);
}

const ModuleReport* ReportState::module(std::uint32_t index) const
{
    return insight::moduleReport(*this, index);
}

std::uint32_t ReportState::mainThread() const
{
    return insight::crashedThread(*this);
}

QString toQString(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), qsizetype(utf8.size()));
}

QString paddedAddress(std::uint64_t address, Arch arch)
{
    const int digits = pointerSize(cpuFamily(arch)) == 4 ? 8 : 16;
    return QStringLiteral("0x%1").arg(address, digits, 16, QLatin1Char('0'));
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

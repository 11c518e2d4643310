// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/function_arguments.h"

#include "core/base/text.h"

#include <fmt/format.h>

namespace faultline::report {

namespace {

enum class Convention : std::uint8_t { Cdecl, WindowsThiscall, OtherThiscall };

std::string_view conventionWords(Convention convention)
{
    switch (convention) {
    case Convention::Cdecl: return "cdecl [static function]";
    case Convention::WindowsThiscall: return "windows thiscall [C++ member function]";
    case Convention::OtherThiscall: return "non-windows thiscall [C++ member function]";
    }
    return "";
}

Convention conventionOf(const Event& event, std::string_view function)
{
    if (!function.substr(0, function.find('(')).contains("::"))
        return Convention::Cdecl;
    return event.system.os == OsFamily::Windows ? Convention::WindowsThiscall
                                                : Convention::OtherThiscall;
}

/// The words of the stack between a caller's stack pointer and that of its own caller.
class ParameterWords
{
public:
    ParameterWords(const Event& event, std::span<const StackwalkFrame> frames, std::size_t index)
        : m_memory(nativePartOf(event).memory.get())
    {
        if (index + 1 < frames.size())
            m_at = frames[index + 1].native->sp;
        m_end = index + 2 < frames.size() ? frames[index + 2].native->sp : m_at + kMaxBytes;
    }

    std::optional<std::uint64_t> next()
    {
        if (m_memory == nullptr || m_at == 0 || m_at >= m_end)
            return std::nullopt;
        m_at += sizeof(std::uint32_t);
        return m_memory->readUnsigned(m_at - sizeof(std::uint32_t), sizeof(std::uint32_t));
    }

private:
    static constexpr std::uint64_t kMaxBytes = 4096;

    const MemoryImage* m_memory; // Null when the event has none.
    std::uint64_t m_at = 0;
    std::uint64_t m_end = 0;
};

std::optional<std::uint64_t> thisRegister(const StackwalkFrame& frame)
{
    const auto ecx = registerIndex(CpuFamily::Intel32, "ecx");
    return frame.registers != nullptr && ecx ? frame.registers->find(*ecx) : std::nullopt;
}

std::string
argumentLine(std::size_t number, std::string_view type, const std::optional<std::uint64_t>& value)
{
    const auto shown = value ? fmt::format("0x{:08x}", *value) : std::string("<unknown>");
    return fmt::format("        arg {} ({}) = {}\n", number, escapeControls(type), shown);
}

} // namespace

std::optional<std::vector<std::string_view>> parameterTypes(std::string_view function)
{
    const auto open = function.find('(');
    const auto close = function.rfind(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
        return std::nullopt;
    const auto list = function.substr(open + 1, close - open - 1);
    std::vector<std::string_view> types;
    std::size_t start = 0;
    int angles = 0;
    int parentheses = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        angles += list[i] == '<' ? 1 : list[i] == '>' ? -1 : 0;
        parentheses += list[i] == '(' ? 1 : list[i] == ')' ? -1 : 0;
        if (angles < 0 || parentheses < 0)
            return std::nullopt;
        if (list[i] == ',' && angles == 0 && parentheses == 0) {
            types.push_back(trimAscii(list.substr(start, i - start)));
            start = i + 1;
        }
    }
    if (angles != 0 || parentheses != 0)
        return std::nullopt;
    types.push_back(trimAscii(list.substr(start)));
    return types;
}

std::string
functionArgumentsText(const Event& event, std::span<const StackwalkFrame> frames, std::size_t index)
{
    const auto& frame = frames[index];
    if (cpuFamily(event.system.arch) != CpuFamily::Intel32 || !frame.function)
        return {};
    const auto types = parameterTypes(*frame.function);
    if (!types)
        return {};
    const auto convention = conventionOf(event, *frame.function);
    ParameterWords words(event, frames, index);
    auto text = fmt::format("    Arguments (assuming {})\n", conventionWords(convention));
    std::size_t number = 0;
    if (convention == Convention::WindowsThiscall)
        text += argumentLine(number++, "this", thisRegister(frame));
    else if (convention == Convention::OtherThiscall)
        text += argumentLine(number++, "this", words.next());
    for (const auto type : *types)
        text += argumentLine(number++, type, words.next());
    return text + '\n';
}

} // namespace faultline::report

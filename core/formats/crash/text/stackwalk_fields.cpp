// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/formats/crash/text/stackwalk_facts.h"
#include "core/formats/crash/text/trace_lines.h"

#include <vector>

namespace faultline::nativetext {

namespace {

constexpr std::size_t kMaxFields = 16;

/// The fields of a line between "|".
std::vector<std::string_view> fieldsOf(std::string_view line)
{
    std::vector<std::string_view> fields;
    while (fields.size() < kMaxFields) {
        const auto end = line.find('|');
        fields.push_back(line.substr(0, end));
        if (end == std::string_view::npos)
            break;
        line.remove_prefix(end + 1);
    }
    return fields;
}

/// Where a version control system has a file: "hg:host/repository:dir/file.cpp:revision".
std::string_view fileOf(std::string_view field)
{
    const auto last = field.rfind(':');
    const auto before = last == std::string_view::npos ? last : field.rfind(':', last - 1);
    const bool isPlace = before != std::string_view::npos && field.find(':') < before;
    return isPlace ? field.substr(before + 1, last - before - 1) : field;
}

class StackwalkFieldsReader
{
public:
    StackwalkFieldsReader(LineCursor& at, TraceBuilder& trace)
        : m_at(at), m_trace(trace), m_facts(trace)
    {
    }

    void read()
    {
        for (TraceLines lines(m_at, m_trace); !lines.areOver();) {
            const auto text = m_at.line().text;
            if (m_trace.frameCount() > 0 && text.starts_with("OS|"))
                break;
            lines.next(take(m_at.line()));
        }
    }

private:
    bool take(const Line& line)
    {
        const auto fields = fieldsOf(line.text);
        constexpr std::size_t kFrameFields = 7;
        if (fields.size() == kFrameFields && addFrame(fields, line))
            return true;
        if (fields.size() >= 3 && fields[0] == "OS") {
            m_facts.setSystem(fields[1]);
            m_facts.setVersion(fields[2]);
        } else if (fields.size() >= 2 && fields[0] == "CPU") {
            m_facts.setCpu(fields[1]);
        } else if (fields.size() >= 4 && fields[0] == "Crash") {
            m_facts.setReason(fields[1]);
            if (const auto address = parseHexField(fields[2]))
                m_trace.setAddress(*address);
            m_crashed = parseDecimal(fields[3]);
        } else if (fields.size() >= 7 && fields[0] == "Module") {
            takeModule(fields);
        } else {
            return fields.size() > 1 && fields[0] == "GPU";
        }
        return true;
    }

    void takeModule(const std::vector<std::string_view>& fields)
    {
        const auto begin = parseHexField(fields[5]);
        const auto end = parseHexField(fields[6]);
        if (!begin || !end)
            return;
        m_facts.setModule(fields[1], *begin, *end);
        m_facts.setModuleVersion(fields[2]);
        m_facts.setDebugFile(fields[3], fields[4]);
    }

    /// "thread|frame|module|function|file|line|offset": the offset counts from the line, without
    /// one from the function, and without both from the module.
    bool addFrame(const std::vector<std::string_view>& fields, const Line& line)
    {
        const auto thread = parseDecimal(fields[0]);
        const auto number = parseDecimal(fields[1]);
        const auto offset = parseHexField(fields[6]);
        if (!thread || !number || !offset)
            return false;
        if (!m_trace.hasStack() || m_thread != thread) {
            const bool isCrashed = thread == m_crashed;
            auto& stack = m_trace.beginStack(isCrashed ? StackRole::Error : StackRole::Thread);
            stack.id = thread;
            stack.isRequesting = isCrashed;
            m_thread = thread;
        }
        FrameText frame{.number = number};
        frame.module = fields[2];
        frame.function = fields[3];
        const auto row = parseDecimal(fields[5]);
        if (row && *row <= UINT32_MAX) {
            frame.file = fileOf(fields[4]);
            frame.line = static_cast<std::uint32_t>(*row);
        } else if (!frame.function.empty()) {
            frame.functionOffset = offset;
        } else if (frame.module.empty()) {
            frame.address = offset;
        } else {
            frame.moduleOffset = offset;
        }
        m_trace.add(frame, line);
        return true;
    }

    LineCursor& m_at;
    TraceBuilder& m_trace;
    StackwalkFacts m_facts;
    std::optional<std::uint64_t> m_crashed;
    std::optional<std::uint64_t> m_thread;
};

} // namespace

void readStackwalkFields(LineCursor& at, TraceBuilder& trace)
{
    StackwalkFieldsReader(at, trace).read();
}

} // namespace faultline::nativetext

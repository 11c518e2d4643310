// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/windows_frames.h"

#include "core/unwind/tables/frame_program.h"

#include <algorithm>

namespace faultline::unwind {

namespace {

std::vector<object::WindowsFrame> framesOfKind(const std::vector<object::WindowsFrame>& frames,
                                               bool isFpo)
{
    std::vector<object::WindowsFrame> chosen;
    std::ranges::copy_if(frames, std::back_inserter(chosen),
                         [=](const object::WindowsFrame& frame) { return frame.isFpo == isFpo; });
    return chosen;
}

class PdbTable final : public UnwindTable
{
public:
    PdbTable(object::ObjectPtr object, WindowsFrames frames)
        : m_object(std::move(object)), m_frames(std::move(frames))
    {
    }

    Result<UnwindStep> unwind(const UnwindQuery& query, const MemoryReader& memory) const override
    {
        return m_frames.unwind(query, memory);
    }

    bool covers(std::uint64_t relativeAddress) const override
    {
        return m_frames.covers(relativeAddress);
    }

    std::string_view description() const override { return "PDB frame data"; }

private:
    object::ObjectPtr m_object; // Owns the text of the programs.
    WindowsFrames m_frames;
};

} // namespace

WindowsFrameList::WindowsFrameList(std::vector<object::WindowsFrame> frames)
{
    std::ranges::stable_sort(frames, {}, &object::WindowsFrame::rva);
    for (auto& frame : frames) {
        if (frame.codeSizeBytes == 0)
            continue;
        if (!m_frames.empty()) {
            auto& previous = m_frames.back();
            if (previous.rva == frame.rva)
                continue;
            previous.codeSizeBytes = std::min(previous.codeSizeBytes, frame.rva - previous.rva);
        }
        m_frames.push_back(frame);
    }
}

const object::WindowsFrame* WindowsFrameList::find(std::uint64_t rva) const
{
    const auto next = std::ranges::upper_bound(m_frames, rva, {}, &object::WindowsFrame::rva);
    if (next == m_frames.begin())
        return nullptr;
    const auto& frame = *std::prev(next);
    return rva - frame.rva < frame.codeSizeBytes ? &frame : nullptr;
}

WindowsFrames::WindowsFrames(std::vector<object::WindowsFrame> frames)
    : m_programs(framesOfKind(frames, false)), m_fpo(framesOfKind(frames, true))
{
}

Result<UnwindStep> WindowsFrames::unwind(const UnwindQuery& query, const MemoryReader& memory) const
{
    if (query.callee.family() != CpuFamily::Intel32)
        return fail(ErrorKind::Unsupported, "frame data is for x86 only");
    const auto rva = query.lookupAddress - query.moduleAddress;
    const auto* program = m_programs.find(rva);
    const auto* record = program != nullptr ? program : m_fpo.find(rva);
    if (record == nullptr)
        return fail(ErrorKind::NotFound, "no frame record covers ", Hex{rva});
    UnwindStep step;
    step.calleeParameterBytes = record->parameterBytes;
    if (program != nullptr) {
        step.method = UnwindMethod::FrameData;
        if (!UnwindMeter(query.budget).read(record->program.size()))
            return fail(ErrorKind::Malformed, kUnwindBudgetUsed);
        FL_TRY(step.caller,
               runFrameProgram(*record, query.callee, query.grandCalleeParameterBytes, memory));
    } else {
        step.method = UnwindMethod::Fpo;
        FL_TRY(step.caller, applyFpo(*record, query.callee, query.grandCalleeParameterBytes,
                                     query.isExact, memory));
    }
    return step;
}

Result<UnwindTablePtr> makePdbTable(const object::ObjectPtr& object)
{
    WindowsFrames frames(object->windowsFrames());
    if (frames.empty())
        return fail(ErrorKind::NotFound, "no frame records");
    return std::make_shared<const PdbTable>(object, std::move(frames));
}

} // namespace faultline::unwind

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/walk/step_result.h"

#include <utility>

namespace faultline::unwind {

void StepEvidence::addNote(std::string_view text)
{
    if (!note.empty())
        note += "; ";
    note += text;
}

void StepEvidence::add(StepEvidence&& more)
{
    if (note.empty())
        note = std::move(more.note);
    else if (!more.note.empty())
        addNote(more.note);
    hasLostFrame |= more.hasLostFrame;
    endedCalls |= more.endedCalls;
}

} // namespace faultline::unwind

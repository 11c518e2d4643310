// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/sourcemap/vlq.h"

namespace faultline::sourcemap {

std::string_view vlqProblemText(VlqProblem problem)
{
    switch (problem) {
    case VlqProblem::None: return "no problem";
    case VlqProblem::BadDigit: return "a byte that is no base64 digit";
    case VlqProblem::Unfinished: return "an unfinished number";
    case VlqProblem::TooLong: return "a number of more than 60 bits";
    }
    return "an unknown problem";
}

} // namespace faultline::sourcemap

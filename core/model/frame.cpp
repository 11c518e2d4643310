#include "core/model/frame.h"

namespace faultline {

std::string_view frameStatusName(FrameStatus status)
{
    switch (status) {
    case FrameStatus::Symbolicated: return "symbolicated";
    case FrameStatus::MissingSymbol: return "missing_symbol";
    case FrameStatus::UnknownImage: return "unknown_image";
    case FrameStatus::Missing: return "missing";
    case FrameStatus::Malformed: return "malformed";
    }
    return "missing";
}

} // namespace faultline

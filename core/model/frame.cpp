// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/frame.h"

#include <array>

namespace faultline {

namespace {

constexpr std::array<std::string_view, 7> kTrusts{"none", "scan",      "cfiscan", "fp",
                                                  "cfi",  "prewalked", "context"};

} // namespace

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

std::string_view frameTrustName(FrameTrust trust)
{
    return kTrusts[static_cast<std::size_t>(trust)];
}

std::optional<FrameTrust> parseFrameTrust(std::string_view text)
{
    for (std::size_t i = 0; i < kTrusts.size(); ++i) {
        if (kTrusts[i] == text)
            return static_cast<FrameTrust>(i);
    }
    return std::nullopt;
}

} // namespace faultline

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/insight.h"
#include "ui/bridge/report_state.h"
#include "ui/bridge/transfer_states.h"
#include "ui/models/why_report.h"

#include <cstddef>
#include <optional>

namespace faultline::ui {

/// What an explanation uses besides the report.
struct WhyContext
{
    int sourceCount = 0; ///< Number of configured sources.
    /// Physical frames of the frame's module on this stack. They are counted if it is absent.
    std::optional<std::size_t> framesOnStack{};
    const TransferStates* transfers = nullptr; ///< Null when none are known.
};

/// The headline of a finding, and a sentence of its explanation, in the language of the window.
QString whyHeadline(insight::WhyCode code, const QString& module);
QString whySentence(const insight::WhyPhrase& phrase);

/// Explains what is wrong with the debug file of a frame's module and what to do next.
WhyReport explainFrame(const ReportState& state,
                       std::uint32_t thread,
                       const Frame& frame,
                       const WhyContext& context);

/// Explains a module regardless of any frame.
WhyReport explainModule(const ReportState& state, std::uint32_t module, const WhyContext& context);

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/report_state.h"
#include "ui/bridge/transfer_states.h"

namespace faultline::ui {

/// What is being done for a module whose file may still be found.
struct LookupWords
{
    QString status;      ///< In one or two words.
    QString headline;    ///< In a sentence, with the module's name.
    QString explanation; ///< How far it is; may be empty.
};

/// `transfers` may be null.
LookupWords
lookupWords(const ReportState& state, std::uint32_t module, const TransferStates* transfers);

/// "downloading 6.2 of 9.8 MB, 3.1 MB/s"
QString transferWords(const engine::TransferProgress& transfer);

} // namespace faultline::ui

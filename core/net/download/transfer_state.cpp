// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/download.h"

namespace faultline::net {

std::string_view transferStateName(TransferState state)
{
    switch (state) {
    case TransferState::Queued: return "queued";
    case TransferState::Connecting: return "connecting";
    case TransferState::Downloading: return "downloading";
    case TransferState::Paused: return "paused";
    case TransferState::Unpacking: return "unpacking";
    case TransferState::Done: return "done";
    case TransferState::Failed: return "failed";
    case TransferState::Cancelled: return "cancelled";
    case TransferState::Skipped: return "skipped";
    }
    return "";
}

} // namespace faultline::net

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/byte_view.h"
#include "core/remote/server_status.h"

#include <span>

using namespace faultline;

/// What a server answers when the workbench asks for its status.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto status = remote::readServerStatus(asText(std::as_bytes(std::span(data, size))));
    if (status && (status->version.empty() || status->sources.size() > 1000))
        __builtin_trap();
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as what a client of the Model Context Protocol writes: lines, messages, and a session
// without crashes that answers them.
#include "core/base/byte_view.h"
#include "core/mcp/session.h"

#include <cstdint>

using namespace faultline;
using namespace faultline::mcp;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto bytes = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    Services services;
    Session session(services);
    LineReader reader;
    for (const auto& line : reader.add(bytes.text())) {
        const auto answer = session.answer(session.begin(line.text), {});
        if (answer && answer->find('\n') != std::string::npos)
            __builtin_trap();
    }
    return 0;
}

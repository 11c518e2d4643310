// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as what an instance of a fleet is asked and answered, by peers or strangers.
#include "core/server/fleet/peer_message.h"

#include <cstdint>

using namespace faultline::server;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const FleetKey key("a token of this fleet");
    const std::string nonce(32, 'a');
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto question = readPeerQuestion(key, text, "/peers/instance");
    if (question && writePeerQuestion(key, *question, "/peers/instance") != text)
        __builtin_trap();
    const auto answer = readPeerAnswer(key, nonce, text);
    if (answer &&
        writePeerAnswer(key, nonce, answer->instance, answer->status, answer->content) != text)
        __builtin_trap();
    return 0;
}

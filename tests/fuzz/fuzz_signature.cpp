// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as the names of frames, as the facts of a crash, and as each list of rules.
#include "core/base/text.h"
#include "core/signature/faultline_names.h"
#include "core/signature/signature.h"

#include <cstdint>

using namespace faultline;
using namespace faultline::signature;

namespace {

void trySignatures(const CrashFacts& facts, const SignatureRules& rules)
{
    for (const auto mode : {Mode::Faultline, Mode::Socorro}) {
        const auto signature = makeSignature(facts, rules, mode);
        if (signature.text.size() > 255 || signature.frames.size() > 40)
            __builtin_trap();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const auto kRules = makeShippedRules();
    const auto bytes = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    CrashFacts facts;
    facts.crashingThread = 0;
    facts.threads.emplace_back();
    for (const auto line : splitLines(bytes.text())) {
        CrashRow row;
        row.function = line;
        row.language = static_cast<Language>(size % 12);
        facts.threads[0].rows.push_back(row);
    }
    trySignatures(facts, *kRules);
    facts.abortMessage = facts.javaStackTrace = facts.asyncShutdownTimeout = bytes.text();
    facts.reason = facts.ipcChannelError = bytes.text();
    trySignatures(facts, *kRules);
    RuleLayer layer{.name = "fuzz", .texts = {}};
    for (auto& text : layer.texts)
        text = bytes.text();
    facts.javaStackTrace.clear();
    if (const auto rules = SignatureRules::compile({layer}))
        trySignatures(facts, **rules);
    return 0;
}

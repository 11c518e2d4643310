// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/register_reading.h"

#include "core/engine/place_text.h"
#include "core/engine/process_words.h"

namespace faultline::engine {

RegistersAnswer readRegisters(EngineServices& services,
                              const EventFindings& findings,
                              const RegistersQuestion& question)
{
    RegistersAnswer answer;
    const auto* native = findings.event ? findings.event->asNative() : nullptr;
    if (native == nullptr || !native->memory)
        return answer;
    answer.state = RegistersAnswer::State::Known;
    const auto* registers = registersOf(findings, question.frame);
    if (registers == nullptr)
        return answer;
    const ProcessWords words(services, findings);
    for (const auto& info : faultline::registersOf(registers->family())) {
        const auto value = registers->find(info.index);
        if (!value || *value < kFirstPage)
            continue;
        if (auto word = words.of(*value); word.kind != MemoryWord::Kind::Number)
            answer.targets.emplace_back(std::string(info.name), std::move(word));
    }
    return answer;
}

} // namespace faultline::engine

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/crash_json.h"

#include "core/base/text.h"
#include "core/report/stackwalk_view.h"

#include <array>
#include <charconv>

namespace faultline::report {

namespace {

class AnalysisWriter
{
public:
    AnalysisWriter(json::JsonWriter& json, const Event& event) : m_json(json), m_event(event) {}

    void write(const CrashAnalysis* analysis)
    {
        writeAdjustedAddress(analysis);
        const auto* instruction =
            analysis != nullptr && analysis->instruction ? &*analysis->instruction : nullptr;
        m_json.key("instruction");
        if (instruction != nullptr)
            m_json.value(instruction->text);
        else
            m_json.null();
        m_json.key("memory_accesses");
        writeAccesses(instruction);
        m_json.key("instruction_pointer_update");
        writeTarget(instruction);
        m_json.key("possible_bit_flips");
        writeBitFlips(analysis);
        m_json.key("crash_inconsistencies");
        writeInconsistencies(analysis);
    }

private:
    std::string address(std::uint64_t value) const { return paddedAddress(m_event, value); }

    void writeAdjustedAddress(const CrashAnalysis* analysis)
    {
        m_json.key("adjusted_address");
        if (analysis == nullptr || !analysis->adjustedAddress) {
            m_json.null();
            return;
        }
        const auto& adjusted = *analysis->adjustedAddress;
        const bool isNull = adjusted.kind == AdjustedAddress::Kind::NullPointer;
        m_json.beginObject()
            .member("kind", isNull ? "null-pointer" : "non-canonical")
            .member(isNull ? "offset" : "address", address(adjusted.value))
            .endObject();
    }

    void writeAccesses(const CrashInstruction* instruction)
    {
        if (instruction == nullptr || !instruction->accesses) {
            m_json.null();
            return;
        }
        m_json.beginArray();
        for (const auto& access : *instruction->accesses)
            writeAccess(access, instruction->areAccessesCertain);
        m_json.endArray();
    }

    void writeAccess(const MemoryAccess& access, bool isCertain)
    {
        m_json.beginObject().member("address", address(access.address)).key("size");
        if (access.sizeBytes != 0)
            m_json.value(access.sizeBytes);
        else
            m_json.null();
        if (access.isGuardPage)
            m_json.member("is_likely_guard_page", true);
        if (isCertain && access.kind != MemoryAccessKind::Unknown)
            m_json.member("access_type", toLowerAscii(memoryAccessKindName(access.kind)));
        m_json.endObject();
    }

    void writeTarget(const CrashInstruction* instruction)
    {
        if (instruction == nullptr ||
            instruction->target.state != InstructionTarget::State::Known) {
            m_json.null();
            return;
        }
        m_json.beginObject().member("address", address(instruction->target.address));
        if (instruction->target.isGuardPage)
            m_json.member("is_likely_guard_page", true);
        m_json.endObject();
    }

    void writeBitFlips(const CrashAnalysis* analysis)
    {
        if (analysis == nullptr || analysis->bitFlips.empty()) {
            m_json.null();
            return;
        }
        m_json.beginArray();
        for (const auto& flip : analysis->bitFlips)
            writeBitFlip(flip);
        m_json.endArray();
    }

    void writeBitFlip(const PossibleBitFlip& flip)
    {
        m_json.beginObject().member("address", address(flip.address)).key("source_register");
        if (flip.sourceRegister.empty())
            m_json.null();
        else
            m_json.value(flip.sourceRegister);
        m_json.key("details")
            .beginObject()
            .member("was_non_canonical", flip.wasNonCanonical)
            .member("is_null", flip.isNull)
            .member("was_low", flip.wasLow)
            .member("nearby_registers", flip.nearbyRegisters)
            .member("poison_registers", flip.poisonRegisters)
            .endObject();
        std::array<char, 32> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(),
                                       static_cast<double>(flip.confidence))
                             .ptr;
        m_json.key("confidence")
            .raw(std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data())))
            .endObject();
    }

    void writeInconsistencies(const CrashAnalysis* analysis)
    {
        if (!m_event.crash.present) {
            m_json.null();
            return;
        }
        m_json.beginArray();
        if (analysis != nullptr) {
            for (const auto inconsistency : analysis->inconsistencies)
                m_json.value(crashInconsistencyName(inconsistency));
        }
        m_json.endArray();
    }

    json::JsonWriter& m_json;
    const Event& m_event;
};

} // namespace

void writeAnalysisMembers(json::JsonWriter& json, const Event& event, const CrashAnalysis* analysis)
{
    AnalysisWriter(json, event).write(analysis);
}

} // namespace faultline::report

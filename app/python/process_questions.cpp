// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/process_questions.h"

#include "core/base/hex.h"
#include "core/model/event.h"
#include "core/model/memory.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace faultline::python {

namespace {

Result<void> checkShown(const query::Crash& crash)
{
    if (crash.profile() == redact::Profile::Full)
        return {};
    return fail(ErrorKind::PermissionDenied, "memory of the process is not shown under the ",
                "profile \"", redact::profileName(crash.profile()), "\"");
}

std::unexpected<Error> noMemory()
{
    return fail(ErrorKind::NotFound, "the crash file has no memory");
}

template <class Wanted>
Result<Wanted>
answerOf(const query::Crash& crash, engine::Question question, const std::stop_token& stop)
{
    FL_TRY(auto answer, crash.ask(std::move(question), stop));
    auto* wanted = std::get_if<Wanted>(&answer.value);
    if (wanted == nullptr)
        return fail(ErrorKind::Internal, "the engine answered another question");
    return std::move(*wanted);
}

/// Appends a byte to the last run if it follows directly on it. Otherwise the byte begins a new
/// run.
void addByte(std::vector<KnownBytes>& runs, std::uint64_t address, std::byte byte)
{
    if (runs.empty() || runs.back().address + runs.back().bytes.size() != address)
        runs.push_back({.address = address, .bytes = {}});
    runs.back().bytes.push_back(byte);
}

/// Adds the known bytes of an answer that lie in [address, address + size).
void addKnown(std::vector<KnownBytes>& runs,
              const engine::MemoryAnswer& answer,
              std::uint64_t address,
              std::uint64_t size)
{
    for (std::size_t i = 0; i < answer.bytes.size(); ++i) {
        const auto at = answer.first + i;
        if (at < address || at - address >= size)
            continue;
        if (answer.origins[i] != engine::MemoryAnswer::Origin::None)
            addByte(runs, at, answer.bytes[i]);
    }
}

} // namespace

Result<std::vector<KnownBytes>> readMemory(const query::Crash& crash,
                                           std::uint64_t address,
                                           std::uint64_t sizeBytes,
                                           const std::stop_token& stop)
{
    constexpr std::uint64_t kPart = 32 * 1024;
    constexpr std::uint64_t kRow = 16; // The answer begins with a whole row.
    FL_CHECK(checkShown(crash));
    if (sizeBytes > kMostReadBytes)
        return fail(ErrorKind::TooLarge, "at most ", kMostReadBytes, " bytes are read at once");
    std::vector<KnownBytes> runs;
    const auto end = address + std::min(sizeBytes, ~address);
    for (auto at = address; at < end;) {
        const auto size = std::min(kPart, end - at);
        FL_TRY(const auto answer,
               answerOf<engine::MemoryAnswer>(
                   crash,
                   engine::MemoryQuestion{
                       .frame = {}, .place = hexAddress(at), .before = 0, .bytes = size + kRow},
                   stop));
        if (answer.state != engine::MemoryAnswer::State::Known)
            return noMemory();
        addKnown(runs, answer, at, size);
        at += size;
    }
    return runs;
}

Result<engine::SearchAnswer> searchMemory(const query::Crash& crash,
                                          engine::SearchQuestion question,
                                          const std::stop_token& stop)
{
    using State = engine::SearchAnswer::State;
    FL_CHECK(checkShown(crash));
    FL_TRY(auto answer, answerOf<engine::SearchAnswer>(crash, std::move(question), stop));
    switch (answer.state) {
    case State::Known: return answer;
    case State::BadPattern:
        return fail(ErrorKind::Malformed,
                    "memory is searched for one to eight patterns of 1 to 4096 bytes");
    default: return noMemory();
    }
}

Result<std::vector<engine::FoundString>>
stringsOf(const query::Crash& crash, query::RowPlace place, const std::stop_token& stop)
{
    FL_CHECK(checkShown(crash));
    FL_TRY(const auto frame, crash.framePlace(place));
    FL_TRY(auto answer,
           answerOf<engine::StringsAnswer>(crash, engine::StringsQuestion{.frame = frame}, stop));
    if (answer.state != engine::StringsAnswer::State::Known)
        return noMemory();
    return std::move(answer.strings);
}

Result<WordForm> wordFormOf(const query::Crash& crash, const std::stop_token& stop)
{
    const auto* native = crash.report()->event->asNative();
    if (native == nullptr)
        return fail(ErrorKind::NotFound, "it is no crash of a native process");
    FL_TRY(const auto answer,
           answerOf<engine::MemoryAnswer>(
               crash, engine::MemoryQuestion{.frame = {}, .place = "0x0", .before = 0, .bytes = 1},
               stop));
    return WordForm{.pointerBytes = answer.pointerBytes,
                    .order = native->memory ? native->memory->byteOrder() : std::endian::little};
}

} // namespace faultline::python

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/report_payload.h"

#include "core/model/codec/report_reader.h"
#include "core/model/codec/report_writer.h"
#include "core/packing/compress.h"
#include "core/packing/compression.h"

namespace faultline::library {

namespace {

constexpr int kLevel = 3;
/// A payload begins with the size of what is compressed, as 8 bytes, little-endian.
constexpr std::size_t kSizeBytes = 8;

Report withoutEnvironment(const Report& report)
{
    auto result = report;
    auto event = std::make_shared<Event>(*report.event);
    event->makeNative().process.environment.clear();
    result.event = std::move(event);
    return result;
}

std::vector<std::byte> encoded(const Report& report, Environment environment)
{
    const auto* native = report.event->asNative();
    const bool hasEnvironment = native != nullptr && !native->process.environment.empty();
    if (environment == Environment::Keep || !hasEnvironment)
        return codec::encodeReport(report, codec::EventMemory::LeaveOut);
    return codec::encodeReport(withoutEnvironment(report), codec::EventMemory::LeaveOut);
}

} // namespace

Result<ByteView> packReport(const Report& report, Environment environment)
{
    const auto plain = encoded(report, environment);
    FL_TRY(const auto packed, packing::compressZstd(plain, kLevel));
    std::vector<std::byte> payload(kSizeBytes);
    for (std::size_t i = 0; i < kSizeBytes; ++i)
        payload[i] = static_cast<std::byte>(plain.size() >> (8 * i) & 0xff);
    payload.insert(payload.end(), packed.span().begin(), packed.span().end());
    return ByteView::fromVector(std::move(payload));
}

Result<Report>
unpackReport(const ByteView& payload, const ParseLimits& limits, std::stop_token stop)
{
    if (payload.size() < kSizeBytes)
        return fail(ErrorKind::Malformed, "stored report: ", payload.size(), " bytes, expected ",
                    kSizeBytes, " or more");
    std::uint64_t size = 0;
    for (std::size_t i = 0; i < kSizeBytes; ++i)
        size |= std::to_integer<std::uint64_t>(payload.span()[i]) << (8 * i);
    FL_TRY(const auto plain, packing::decompressZstd(payload.span().subspan(kSizeBytes), size,
                                                     limits.maxReportBytes));
    return codec::readReport(plain, limits, std::move(stop));
}

} // namespace faultline::library

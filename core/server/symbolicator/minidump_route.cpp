// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/minidump_route.h"

#include "core/base/byte_reader.h"
#include "core/server/symbolicator/crash_upload.h"

namespace faultline::server {

namespace {

/// Symbolicator cuts every thread of a minidump at this many frames.
constexpr std::uint32_t kMaxFrames = 256;
constexpr std::uint32_t kSignature = 0x504d444d; // "MDMP", minidumpapiset.h
constexpr std::uint32_t kVersion = 0xa793;       // Low half; the writer chooses the high half.

/// Clients know Symbolicator's text for a damaged header; all other texts are ours.
std::string unreadableMessage(Bytes file, const Error& error)
{
    for (const auto order : {std::endian::little, std::endian::big}) {
        ByteReader header(file, order);
        const bool isMinidump = header.u32() == kSignature;
        if (isMinidump && (header.u32() & 0xffff) != kVersion && header.ok())
            return "Minidump version mismatch";
    }
    return error.detail;
}

CrashUpload::EventOrMessage readMinidump(SymbolicationService& service, const ByteView& file)
{
    const auto event = service.readEvent(file);
    if (!event)
        return std::unexpected(unreadableMessage(file.span(), event.error()));
    if ((*event)->kind != EventKind::Minidump && (*event)->kind != EventKind::CoreFile)
        return std::unexpected("not a minidump");
    return *event;
}

/// Refuses a form inside a form, unless the inner form is a stored upload.
std::optional<std::string_view> refusal(const ServerContext& context, const ByteView& file)
{
    if (!file.text().starts_with("--") || context.service.holdsCrashFile(file))
        return std::nullopt;
    context.metrics.count("symbolication.minidump.multipart_form_data");
    return "minidump contains multipart form data";
}

constexpr CrashUpload kMinidump = {
    .task = {.name = "minidump_stackwalk", .origin = "minidump"},
    .filePart = "upload_file_minidump",
    .rewriteRules = AcceptsRewriteRules::Yes,
    .missingMessage = "missing minidump",
    .maxFramesPerThread = kMaxFrames,
    .refusal = refusal,
    .readEvent = readMinidump,
};

} // namespace

const CrashUpload& minidumpUpload()
{
    return kMinidump;
}

HttpOpening openMinidump(ServerContext& context, const HttpRequestHead& head)
{
    return openCrashUpload(context, head, kMinidump);
}

} // namespace faultline::server

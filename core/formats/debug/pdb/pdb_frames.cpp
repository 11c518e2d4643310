// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/pdb/pdb_frames.h"

#include "core/base/byte_reader.h"
#include "core/base/text.h"

#include <algorithm>
#include <tuple>

namespace faultline::pdb {

namespace {

constexpr std::size_t kFrameDataBytes = 32;
constexpr std::size_t kFpoBytes = 16;
constexpr std::uint32_t kMaxCodeBytes = 0x7fffffff;
constexpr std::uint32_t kWordBytes = 4; // FPO records count 32-bit words.

/// Adds the record once for each range that the optimiser kept together. The prolog is at the
/// beginning of the code.
void addTranslated(const PdbFile& file,
                   const object::WindowsFrame& frame,
                   PdbMapSteps& steps,
                   std::vector<object::WindowsFrame>& out)
{
    if (frame.codeSizeBytes > kMaxCodeBytes)
        return;
    for (const auto& range : file.addresses().rangesOfRva(frame.rva, frame.codeSizeBytes, steps)) {
        auto part = frame;
        part.rva = range.rva;
        part.codeSizeBytes = range.sizeBytes;
        const auto prologLeft =
            frame.prologSizeBytes - std::min(frame.prologSizeBytes, range.sourceOffset);
        part.prologSizeBytes = std::min(prologLeft, range.sizeBytes);
        out.push_back(part);
    }
}

void readFrameData(const PdbFile& file, std::vector<object::WindowsFrame>& out)
{
    const auto stream = file.frameData();
    ByteReader reader(stream.span());
    if (stream.size() % kFrameDataBytes == 4)
        reader.skip(4); // A relocation, as in object files.
    auto steps = file.addresses().stepsFor(reader.remaining() / kFrameDataBytes);
    while (reader.remaining() >= kFrameDataBytes) {
        object::WindowsFrame frame;
        frame.rva = reader.u32();
        frame.codeSizeBytes = reader.u32();
        frame.localBytes = reader.u32();
        frame.parameterBytes = reader.u32();
        frame.maxStackBytes = reader.u32();
        frame.program = trimAscii(file.string(reader.u32()));
        frame.prologSizeBytes = reader.u16();
        frame.savedRegisterBytes = reader.u16();
        reader.skip(4); // Flags: exception handling, function start.
        addTranslated(file, frame, steps, out);
    }
}

void readFpo(const PdbFile& file, std::vector<object::WindowsFrame>& out)
{
    const auto stream = file.fpoData();
    ByteReader reader(stream.span());
    auto steps = file.addresses().stepsFor(reader.remaining() / kFpoBytes);
    while (reader.remaining() >= kFpoBytes) {
        object::WindowsFrame frame;
        frame.isFpo = true;
        frame.rva = reader.u32();
        frame.codeSizeBytes = reader.u32();
        const auto localWords = reader.u32();
        frame.parameterBytes = reader.u16() * kWordBytes;
        // Bits 0-7 prolog, 8-10 saved registers, 11 SEH, 12 ebp is used, 14-15 kind of frame.
        const auto attributes = reader.u16();
        frame.prologSizeBytes = attributes & 0xffu;
        frame.savedRegisterBytes = ((attributes >> 8) & 7u) * kWordBytes;
        frame.allocatesBasePointer = (attributes & 0x1000u) != 0;
        const bool isFpoKind = (attributes >> 14) == 0;
        if (!isFpoKind || localWords > UINT32_MAX / kWordBytes)
            continue;
        frame.localBytes = localWords * kWordBytes;
        addTranslated(file, frame, steps, out);
    }
}

auto sortKey(const object::WindowsFrame& frame)
{
    return std::tie(frame.rva, frame.codeSizeBytes, frame.isFpo);
}

} // namespace

std::vector<object::WindowsFrame> readPdbFrames(const PdbFile& file)
{
    std::vector<object::WindowsFrame> frames;
    readFrameData(file, frames);
    readFpo(file, frames);
    std::stable_sort(frames.begin(), frames.end(),
                     [](const auto& a, const auto& b) { return sortKey(a) < sortKey(b); });
    const auto last = std::unique(frames.begin(), frames.end(), [](const auto& a, const auto& b) {
        return sortKey(a) == sortKey(b);
    });
    frames.erase(last, frames.end());
    return frames;
}

} // namespace faultline::pdb

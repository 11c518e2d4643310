// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/proguard/mapping_cache_writer.h"
#include "core/symbolicate/jvm/retrace/message_restorer.h"
#include "core/symbolicate/jvm/retrace/precise_remapper.h"
#include "core/symbolicate/jvm/retrace/reference_remapper.h"

/// Makes a cache of a mapping. Then retraces every method of its first classes by both rules.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace faultline;
    const auto text = ByteView::copyOf(std::as_bytes(std::span(data, size)));
    auto file = TempFile::createInMemory();
    if (!file || !proguard::writeMappingCache(text.text(), *file, ParseLimits(), {}))
        return 0;
    const auto bytes = file->map();
    const auto cache = bytes ? proguard::MappingCache::open(*bytes)
                             : Result<proguard::MappingCache>(std::unexpected(bytes.error()));
    if (!cache || !cache->verify())
        std::abort(); // What we write must open.
    const jvm::Mappings mappings{std::make_shared<const proguard::MappingCache>(*cache)};
    JvmStack stack;
    stack.exception = JvmException{"a", ""};
    for (std::uint32_t i = 0; i < std::min(cache->classCount(), 8u); ++i) {
        const auto owner = cache->classAt(i);
        for (std::uint32_t m = 0; m < std::min(owner.methodCount, 8u); ++m) {
            for (const std::optional<std::uint32_t> line :
                 {std::optional<std::uint32_t>(), std::optional(0u), std::optional(1u),
                  std::optional(5u)}) {
                JvmStackFrame frame;
                frame.detail.module = owner.obfuscated;
                frame.position.function = cache->methodAt(owner.firstMethod + m).obfuscated;
                frame.position.line = line;
                if (m % 2 == 1)
                    frame.detail.signature = "(La;I)V";
                stack.frames.push_back(std::move(frame));
            }
        }
    }
    static_cast<void>(jvm::ReferenceRemapper(mappings, "a").remap(stack, 0));
    static_cast<void>(jvm::PreciseRemapper(mappings, "a").remap(stack, 0));
    static_cast<void>(jvm::restoreMessage(mappings, text.text().substr(0, 4096),
                                          {.thrower = "a", .exception = "a", .causes = {"a"}}));
    return 0;
}

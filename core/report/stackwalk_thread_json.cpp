// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/stackwalk_thread_json.h"

namespace faultline::report {

namespace {

/// rust-minidump's names; docs/spec/stackwalk.md §9.1.
std::string_view trustName(FrameTrust trust)
{
    switch (trust) {
    case FrameTrust::None: return "none";
    case FrameTrust::Scan: return "scan";
    case FrameTrust::CfiScan: return "cfi_scan";
    case FrameTrust::FramePointer: return "frame_pointer";
    case FrameTrust::Cfi: return "cfi";
    case FrameTrust::Prewalked: return "prewalked";
    case FrameTrust::Context: return "context";
    }
    return "none";
}

void writePlace(json::JsonWriter& json, const Frame& frame)
{
    writeTextOrNull(json, "file",
                    frame.position.absPath ? *frame.position.absPath
                                           : frame.position.file.value_or(""));
    if (frame.position.line.value_or(0) != 0)
        json.member("line", *frame.position.line);
    else
        json.key("line").null();
}

void writeInlines(json::JsonWriter& json, const StackwalkFrame& view)
{
    if (view.inlines.empty()) {
        json.null();
        return;
    }
    json.beginArray();
    for (const auto& row : view.inlines) {
        json.beginObject().member("function", row.position.function.value_or(""));
        writePlace(json, row);
        json.endObject();
    }
    json.endArray();
}

} // namespace

void writeTextOrNull(json::JsonWriter& json, std::string_view key, std::string_view text)
{
    json.key(key);
    if (text.empty())
        json.null();
    else
        json.value(text);
}

void StackwalkThreads::write(json::JsonWriter& json,
                             std::size_t index,
                             ThreadRegisters registers) const
{
    const auto& thread = m_event.threads[index];
    const auto frames = m_stacks.frames(index);
    json.member("frame_count", std::uint64_t{frames.size()});
    writeTextOrNull(json, "last_error_value", thread.lastErrorName);
    writeTextOrNull(json, "thread_name", thread.skipped ? "" : thread.name.value_or(""));
    json.member("thread_id", thread.id.value_or(0));
    json.key("frames").beginArray();
    for (std::size_t i = 0; i < frames.size(); ++i) {
        json.beginObject();
        writeFrame(json, frames[i], i);
        if (i == 0 && registers == ThreadRegisters::Yes)
            writeRegisters(json, frames[i]);
        json.endObject();
    }
    json.endArray();
}

void StackwalkThreads::writeFrame(json::JsonWriter& json,
                                  const StackwalkFrame& view,
                                  std::size_t index) const
{
    const auto& frame = *view.frame;
    const auto offsetFrom = [&](const std::optional<std::uint64_t>& base) {
        return base ? address(view.instruction - *base) : std::string();
    };
    const auto* module = view.module;
    json.member("frame", std::uint64_t{index});
    json.member("trust", trustName(frame.trust));
    json.member("offset", address(view.instruction));
    writeTextOrNull(json, "module", module != nullptr ? codeFileName(*module) : "");
    writeTextOrNull(json, "module_offset",
                    offsetFrom(module != nullptr ? std::optional(module->address) : std::nullopt));
    writeTextOrNull(json, "function", view.function.value_or(""));
    writeTextOrNull(json, "function_offset",
                    offsetFrom(view.function ? view.native->symbolAddress : std::nullopt));
    writePlace(json, frame);
    json.key("inlines");
    writeInlines(json, view);
    json.key("unloaded_modules");
    writeUnloadedHits(json, view);
    json.member("missing_symbols", !view.function);
    if (view.native->fromWrongBuild)
        json.member("wrong_build", true);
}

void StackwalkThreads::writeUnloadedHits(json::JsonWriter& json, const StackwalkFrame& view) const
{
    if (view.unloadedModules.empty()) {
        json.null();
        return;
    }
    json.beginArray();
    for (const auto& [name, offsets] : view.unloadedModules) {
        json.beginObject().member("module", name).key("offsets").beginArray();
        for (const auto offset : offsets)
            json.value(address(offset));
        json.endArray().endObject();
    }
    json.endArray();
}

void StackwalkThreads::writeRegisters(json::JsonWriter& json, const StackwalkFrame& view) const
{
    json.key("registers").beginObject();
    if (view.registers != nullptr) {
        for (const auto& info : registersOf(view.registers->family())) {
            if (const auto value = view.registers->find(info.index))
                json.member(info.name, address(*value));
        }
    }
    json.endObject();
}

} // namespace faultline::report

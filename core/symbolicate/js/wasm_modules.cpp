// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/wasm_modules.h"

#include "core/symbolicate/js/local_artifacts.h"

#include <filesystem>
#include <set>

namespace faultline::js {

namespace {

std::set<std::string_view> wasmPaths(const ScriptEvent& scripts)
{
    std::set<std::string_view> paths;
    for (const auto& stack : scripts.stacks) {
        for (const auto& frame : stack.frames) {
            const bool isWasm =
                frame.bytecode && frame.bytecode->kind == BytecodePlace::Kind::WebAssembly;
            if (isWasm && frame.position.absPath)
                paths.insert(*frame.position.absPath);
        }
    }
    return paths;
}

} // namespace

std::map<std::uint32_t, std::string> findWasmModules(const symbolicate::RunContext& context,
                                                     const Event& event,
                                                     const symbolicate::SymbolicateOptions& options,
                                                     std::stop_token stop)
{
    const auto wanted = wasmPaths(*event.asScript());
    const auto places = placesOf(context.sourcesFor(options), event, options);
    LocalArtifacts files(places, options.useLocalFiles, context.services.limits, std::move(stop));
    std::map<std::uint32_t, std::string> found;
    for (std::uint32_t i = 0; i < event.modules.size(); ++i) {
        const auto& path = event.modules[i].codeFile;
        if (!path || !wanted.contains(*path))
            continue;
        const ScriptFileKey key{
            .kind = ScriptFileKey::Kind::MinifiedSource, .path = *path, .debugId = std::nullopt};
        const auto file = files.find(key, *path, [](const std::string&, const Outcome&) {});
        if (file && file->origin.kind == ScriptFileOrigin::Kind::LocalFile)
            found.emplace(i, std::filesystem::absolute(file->origin.uri).string());
    }
    return found;
}

} // namespace faultline::js

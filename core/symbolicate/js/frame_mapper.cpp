// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/frame_mapper.h"

#include "core/model/engine_script.h"
#include "core/symbolicate/js/context_around.h"
#include "core/symbolicate/js/function_choice.h"
#include "core/symbolicate/js/script_paths.h"
#include "core/symbolicate/js/source_match.h"

#include <algorithm>
#include <array>

namespace faultline::js {

namespace {

constexpr std::size_t kMaxInlined = 32; ///< Bodies at one position.
constexpr std::string_view kAnonymous = "<anonymous>";
constexpr std::string_view kUnknown = "<unknown>";
constexpr std::string_view kMetroArgument =
    "$argument_"; // A function that is an argument of a call.
constexpr std::string_view kDartAsync = "$async$";

const std::string& pathOf(const ScriptStackFrame& frame)
{
    return *frame.position.absPath;
}

std::unexpected<ScriptProblem> problem(const ScriptStackFrame& raw, ScriptProblemKind kind)
{
    return std::unexpected(ScriptProblem{
        .absPath = pathOf(raw), .kind = kind, .column = {}, .source = {}, .sourceMap = {}});
}

std::unexpected<ScriptProblem> invalidLocation(const ScriptStackFrame& raw,
                                               std::optional<std::uint32_t> column)
{
    return std::unexpected(ScriptProblem{.absPath = pathOf(raw),
                                         .kind = ScriptProblemKind::InvalidLocation,
                                         .line = raw.position.line.value_or(0),
                                         .column = column,
                                         .source = {},
                                         .sourceMap = {}});
}

bool isScrapingOff(const Error& error)
{
    return error.kind == ErrorKind::SwitchedOff;
}

bool isDamaged(const Error& error)
{
    const auto kind = broadKind(error.kind);
    return kind == ErrorKind::Malformed || kind == ErrorKind::Unsupported;
}

void setContext(SourcePosition& position, std::string_view text)
{
    if (auto context = contextAround(text, position.line.value_or(0), position.column.value_or(0)))
        position.context = *std::move(context);
}

void setContext(SourcePosition& position, const FileText& file)
{
    if (auto context = file.contextAround(position.line.value_or(0), position.column.value_or(0)))
        position.context = *std::move(context);
}

bool hasWebScheme(std::string_view path)
{
    constexpr std::array<std::string_view, 5> kSchemes{
        "http:", "https:", "webpack:", "turbopack:", "app:"};
    return std::ranges::any_of(kSchemes,
                               [&](std::string_view scheme) { return path.starts_with(scheme); });
}

/// Sets the names of a frame's file and module from the name of a source (docs/spec/javascript.md
/// §3.4).
void setFile(ScriptStackFrame& frame, std::string_view source, const std::string& base)
{
    auto& position = frame.position;
    auto& module = frame.script.module;
    position.absPath = joinPaths(base, source);
    position.file = std::string(source);
    if (source.starts_with("webpack:") || source.starts_with("webpack-internal:")) {
        position.file = cleanWebpackName(source);
        module = moduleNameOf(*position.file);
    } else if (source.starts_with("turbopack:")) {
        position.file = cleanTurbopackName(source);
        module = moduleNameOf(*position.file);
    }
    if (!module && hasWebScheme(*position.absPath))
        module = moduleNameOf(*position.absPath);
}

/// The URL or path of a source. Unlike the reference's rule, names that are URLs themselves lose
/// their "..".
std::string urlOf(const std::string& base, std::string_view source)
{
    return joinPaths(base, withoutDotSegments(source));
}

} // namespace

ScriptStackFrame FrameMapper::map(ScriptStackFrame& raw)
{
    const auto byCaller = std::exchange(m_tokenName, std::nullopt);
    m_inlined.clear();
    auto mapped = tryMap(raw, byCaller);
    if (mapped)
        return *std::move(mapped);
    m_problems.push_back(std::move(mapped.error()));
    return raw;
}

FrameMapper::Outcome FrameMapper::tryMap(ScriptStackFrame& raw,
                                         const std::optional<std::string>& byCaller)
{
    // Line 0 often belongs to no script, so fetch nothing for it.
    if (raw.position.line.value_or(0) == 0)
        return invalidLocation(raw, raw.position.column);
    if (isBest() && (isEngineScript(pathOf(raw)) || isUndeployedText(pathOf(raw))))
        return raw;
    const auto& script = m_modules.resolve(pathOf(raw));
    const auto& minified = script.minified.content;
    if (isBest() && script.cache && *script.cache) {
        auto frame = raw;
        if (m_options.applySourceContext && minified)
            setContext(raw.position, *minified->file);
        return mapBest(script, raw, std::move(frame));
    }
    if (!minified)
        return problem(raw, isScrapingOff(minified.error()) ? ScriptProblemKind::ScrapingDisabled
                                                            : ScriptProblemKind::MissingSource);
    auto frame = raw; // The original frame must not show minified context.
    if (m_options.applySourceContext)
        setContext(raw.position, *minified->file);
    if (!script.cache)
        return raw;
    const auto& cache = *script.cache;
    if (cache)
        return mapWith(**cache, script, raw, std::move(frame), byCaller);
    if (isScrapingOff(cache.error()))
        return problem(raw, ScriptProblemKind::ScrapingDisabled);
    if (!isDamaged(cache.error()))
        return problem(raw, ScriptProblemKind::MissingSourcemap);
    raw.script.resolvedWith = script.mapResolvedWith;
    raw.script.sourceMapOrigin = script.mapOrigin;
    return std::unexpected(ScriptProblem{.absPath = pathOf(raw),
                                         .kind = ScriptProblemKind::MalformedSourcemap,
                                         .column = {},
                                         .source = {},
                                         .sourceMap = script.mapLabel(pathOf(raw))});
}

FrameMapper::Outcome FrameMapper::mapWith(const sourcemap::MapCache& cache,
                                          const ResolvedScript& script,
                                          const ScriptStackFrame& raw,
                                          ScriptStackFrame frame,
                                          const std::optional<std::string>& byCaller)
{
    frame.script.sourceMap = script.mapLabel(pathOf(raw));
    frame.script.sourceMapOrigin = script.mapOrigin;
    frame.script.resolvedWith = script.mapResolvedWith;
    const auto column = raw.position.column.value_or(0);
    const auto hit =
        cache.lookup({.line = *raw.position.line - 1, .column = column == 0 ? 0 : column - 1});
    if (!hit)
        return invalidLocation(raw, column);
    frame.script.isSymbolicated = true;
    if (hit->name)
        m_tokenName = std::string(*hit->name);
    setFunction(frame, raw, *hit, byCaller);
    const auto source = cache.source(hit->source);
    if (source && !source->name.empty())
        setFile(frame, source->name, script.base);
    frame.position.line = hit->original.line == sourcemap::kNone ? 0 : hit->original.line + 1;
    frame.position.column = hit->original.column + 1;
    if (m_options.applySourceContext)
        addSourceContext(frame, raw, cache, *hit, script);
    return frame;
}

void FrameMapper::setFunction(ScriptStackFrame& frame,
                              const ScriptStackFrame& raw,
                              const sourcemap::MapHit& hit,
                              const std::optional<std::string>& byCaller) const
{
    using Kind = sourcemap::ScopeAnswer::Kind;
    std::string found;
    switch (hit.scope.kind) {
    case Kind::Named:
        // The Dart compiler gives this name to the body of an async function.
        found = hit.scope.name.starts_with(kDartAsync) && hit.name ? *hit.name : hit.scope.name;
        frame.script.nameTrust = ScriptNameTrust::MappedScope;
        break;
    case Kind::Anonymous:
        found = kAnonymous;
        frame.script.nameTrust = ScriptNameTrust::MappedScope;
        break;
    case Kind::Unknown:
        found = raw.position.function.value_or(std::string(kUnknown));
        frame.script.nameTrust = ScriptNameTrust::Minified;
        break;
    }
    const auto chosen = chooseFunction(raw.position.function, found, byCaller);
    if (chosen != found)
        frame.script.nameTrust =
            byCaller && chosen == *byCaller ? ScriptNameTrust::Caller : ScriptNameTrust::Minified;
    frame.position.function = foldFunction(chosen);
}

FrameMapper::Outcome FrameMapper::mapBest(const ResolvedScript& script,
                                          const ScriptStackFrame& raw,
                                          ScriptStackFrame frame)
{
    frame.script.sourceMap = script.mapLabel(pathOf(raw));
    frame.script.sourceMapOrigin = script.mapOrigin;
    frame.script.resolvedWith = script.mapResolvedWith;
    const auto place = generatedPlaceOf(script, raw);
    const auto found = place ? script.places->find(***script.cache, *place) : std::nullopt;
    if (!found)
        return invalidLocation(raw, raw.position.column.value_or(0));
    frame.script.isSymbolicated = true;
    auto target = lastStep({.cache = **script.cache,
                            .hit = found->hit,
                            .base = &script.base,
                            .isAfter = found->isAfter,
                            .position = found->position,
                            .script = &script});
    return placeFrames(script, raw, std::move(frame), std::move(target));
}

/// The place of a frame in the text that the map describes, counted from 0.
std::optional<sourcemap::Position> FrameMapper::generatedPlaceOf(const ResolvedScript& script,
                                                                 const ScriptStackFrame& raw)
{
    if (raw.bytecode)
        return m_modules.placeOf(script, *raw.bytecode);
    const auto column = raw.position.column.value_or(0);
    const auto line = *raw.position.line - 1;
    if (line > sourcemap::kNone - script.firstLine)
        return std::nullopt;
    return sourcemap::Position{.line = line, .column = column == 0 ? 0 : column - 1};
}

/// Where the map's scopes tell of inlined bodies, the position in each is that of the call of the
/// next inner one.
ScriptStackFrame FrameMapper::placeFrames(const ResolvedScript& script,
                                          const ScriptStackFrame& raw,
                                          ScriptStackFrame frame,
                                          Target target)
{
    const auto scopes = target.cache->scopesAt(target.position, kMaxInlined);
    const auto unplaced = frame;
    for (const auto& scope : scopes) {
        if (!scope.callSource || m_inlinedLeft == 0)
            break;
        --m_inlinedLeft;
        placeFrame(script, raw, frame, target, &scope);
        m_inlined.push_back(std::exchange(frame, unplaced));
        target.hit.source = *scope.callSource;
        target.hit.original = scope.call;
        target.hit.name.reset();
        target.hit.scope = {};
        target.script = nullptr;
        target.isAfter = false;
    }
    const bool isOfEngine = !scopes.empty() && !scopes.back().callSource;
    placeFrame(script, raw, frame, target, isOfEngine ? &scopes.back() : nullptr);
    return frame;
}

/// Sets function, file, line and context. `scope` is null where the map does not tell the function.
void FrameMapper::placeFrame(const ResolvedScript& script,
                             const ScriptStackFrame& raw,
                             ScriptStackFrame& frame,
                             const Target& target,
                             const sourcemap::ScopeFrame* scope)
{
    if (scope != nullptr && scope->name) {
        frame.position.function = std::string(*scope->name);
        frame.script.nameTrust = ScriptNameTrust::MapScopes;
    } else {
        setBestFunction(frame, raw, target);
    }
    const auto source = target.cache->source(target.hit.source);
    // Lines of a source without a name are not those of the script, whose place stays.
    frame.script.isSymbolicated = source && !source->name.empty();
    if (!frame.script.isSymbolicated)
        return;
    setFile(frame, withoutDotSegments(source->name), *target.base);
    const auto& original = target.hit.original;
    frame.position.line = original.line == sourcemap::kNone ? 0 : original.line + 1;
    frame.position.column = hasOnlyLine(target) ? std::nullopt : std::optional(original.column + 1);
    if (source->isIgnored || (scope != nullptr && scope->isHidden))
        frame.inApp = false;
    if (!m_options.applySourceContext)
        return;
    const auto text = textOf(target);
    if (!text.empty())
        setContext(frame.position, text.text());
    else if (!source->hasText)
        m_problems.push_back({.absPath = pathOf(raw),
                              .kind = ScriptProblemKind::MissingSourceContent,
                              .column = {},
                              .source = urlOf(*target.base, source->name),
                              .sourceMap = script.mapLabel(pathOf(raw))});
}

/// A source may be a script with a map itself: the output of one tool is the input of the next.
FrameMapper::Target FrameMapper::lastStep(Target target)
{
    constexpr std::size_t kMaxSteps = 8;
    std::vector<const ResolvedScript*> passed{target.script};
    while (passed.size() <= kMaxSteps) {
        const auto source = target.cache->source(target.hit.source);
        const auto text = source && !source->name.empty() ? textOf(target) : ByteView();
        if (text.empty())
            return target;
        const auto* step = m_modules.nextStep(
            urlOf(*target.base, source->name),
            {.cache = target.cache.get(), .index = target.hit.source}, text, passed);
        if (step == nullptr)
            return target;
        const auto found = step->places->find(***step->cache, target.hit.original);
        if (!found)
            return target;
        target = {.cache = **step->cache,
                  .hit = found->hit,
                  .base = &step->base,
                  .isAfter = target.isAfter || found->isAfter,
                  .position = found->position,
                  .script = step};
        passed.push_back(step);
    }
    return target;
}

/// The original text, of the map or of a file; empty when neither has it.
ByteView FrameMapper::textOf(const Target& target)
{
    const auto source = target.cache->source(target.hit.source);
    if (!source)
        return {};
    if (source->hasText)
        return m_names.textOf({.cache = target.cache.get(), .index = target.hit.source});
    const auto& file = m_modules.source(urlOf(*target.base, source->name));
    const bool isScript = target.script != nullptr && isSameText(file, target.script->minified);
    return file.content && !isScript ? file.content->text() : ByteView();
}

/// Maps of webpack's "cheap" kinds have one mapping for each line, from its start to the start of a
/// line. Which of the functions in this line is meant, only the script's own name tells; its text
/// is not minified then.
bool FrameMapper::hasOnlyLine(const Target& target)
{
    const auto& hit = target.hit;
    const auto place = target.position;
    if (hit.generated.column != 0 || hit.original.column != 0 || place.column == 0 ||
        hit.generated.line != place.line || target.isAfter || hit.isRange)
        return false;
    const auto next = target.cache->tokenAfter(place);
    return !next || next->generated.line != place.line;
}

/// The original text takes precedence, then the function map, which Metro makes from that text but
/// with names of its own ("Ledger#fill", "each$argument_1"), then the minified text.
void FrameMapper::setBestFunction(ScriptStackFrame& frame,
                                  const ScriptStackFrame& raw,
                                  const Target& target)
{
    const auto& hit = target.hit;
    if (hasOnlyLine(target)) {
        frame.position.function = raw.position.function.value_or(std::string(kAnonymous));
        frame.script.nameTrust = ScriptNameTrust::Minified;
        return;
    }
    const bool isInFunctionMap =
        target.cache->hasFunctionMaps() && hit.scope.kind == sourcemap::ScopeAnswer::Kind::Named;
    const bool isArgument = hit.scope.name.find(kMetroArgument) != std::string_view::npos;
    const auto source = target.cache->source(hit.source);
    const auto text = textOf(target);
    if (source && !text.empty()) {
        using Edge = script::OriginalFunctions::Edge;
        const auto edge = target.isAfter ? Edge::Before : Edge::Inside;
        if (auto name = m_names.functionAt({.cache = target.cache.get(), .index = hit.source},
                                           source->name, text.text(), hit.original, edge);
            name && (*name != kAnonymous || !isInFunctionMap || isArgument)) {
            frame.position.function = *std::move(name);
            frame.script.nameTrust = ScriptNameTrust::OriginalText;
            return;
        }
    }
    if (isInFunctionMap) {
        frame.position.function = std::string(hit.scope.name);
        frame.script.nameTrust = ScriptNameTrust::MapScopes;
        return;
    }
    auto token = hit;
    if (token.scope.kind == sourcemap::ScopeAnswer::Kind::Unknown && target.script != nullptr)
        token.scope = m_modules.functionInScript(*target.script, token);
    setFunction(frame, raw, token, std::nullopt);
}

void FrameMapper::addSourceContext(ScriptStackFrame& frame,
                                   const ScriptStackFrame& raw,
                                   const sourcemap::MapCache& cache,
                                   const sourcemap::MapHit& hit,
                                   const ResolvedScript& script)
{
    const auto source = cache.source(hit.source);
    if (!source)
        return;
    if (source->hasText) {
        const auto text = m_names.textOf({.cache = &cache, .index = hit.source});
        setContext(frame.position, text.text());
        return;
    }
    const auto url = joinPaths(script.base, source->name);
    const auto& file = m_modules.source(url);
    if (file.content)
        return setContext(frame.position, *file.content->file);
    m_problems.push_back({.absPath = pathOf(raw),
                          .kind = ScriptProblemKind::MissingSourceContent,
                          .column = {},
                          .source = url,
                          .sourceMap = script.mapLabel(pathOf(raw))});
}

} // namespace faultline::js

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/frame_resolver.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/symbolicate/native/adjustment.h"
#include "core/symcache/managed/ppdb_cache.h"
#include "core/symcache/symcache.h"

#include <algorithm>
#include <span>

namespace faultline::symbolicate {

namespace {

/// A scan frame that leads to no function or to no module is probably wrong and is dropped. A
/// missing debug file proves nothing, so such a frame stays.
bool isNoise(const Frame& frame)
{
    return frame.trust == FrameTrust::Scan && (frame.status == FrameStatus::MissingSymbol ||
                                               frame.status == FrameStatus::UnknownImage);
}

/// The process's entry point has no caller, so a frame after it is wrong.
bool isAfterEntryPoint(std::span<const Frame> rows, const Frame& frame, bool isLast)
{
    return isLast && frame.status == FrameStatus::UnknownImage && !rows.empty() &&
           rows.back().position.function == "_start";
}

/// Removes the rows of a frame, those from `first` on, if the rules drop it. Returns false then.
bool keepsFrame(std::vector<Frame>& rows, std::size_t first, bool isLast, bool isConfirmed)
{
    const bool isDropped = (isNoise(rows[first]) && !isConfirmed) ||
                           isAfterEntryPoint({rows.data(), first}, rows[first], isLast);
    if (isDropped)
        rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(first), rows.end());
    return !isDropped;
}

/// From which frame on unwind data lead, without a guess, to the frame that they mark as the
/// outermost one. A scanned frame directly before that is true: its place on the stack was right.
std::size_t firstConfirmed(const std::vector<unwind::WalkedFrame>& frames, StackEnd end)
{
    constexpr std::size_t kLeastProof = 2; // Frames after the scanned one.
    auto first = frames.size();
    while (end == StackEnd::UnwindData && first > 0 && frames[first - 1].trust == FrameTrust::Cfi)
        --first;
    return frames.size() - first < kLeastProof || first == 0 ? frames.size() : first - 1;
}

/// Formats "frames 1 at 0x401000, 3 at 0x402000 are guesses without a name and left out". A long
/// list is cut.
std::string leftOutText(const std::vector<unwind::WalkedFrame>& frames,
                        const std::vector<std::size_t>& indexes)
{
    constexpr std::size_t kMostNamed = 4;
    if (indexes.empty())
        return {};
    std::string text = indexes.size() == 1 ? "frame" : "frames";
    for (std::size_t i = 0; i < std::min(indexes.size(), kMostNamed); ++i)
        text += concat(i == 0 ? " " : ", ", indexes[i], " at ", Hex{frames[indexes[i]].pc});
    if (indexes.size() > kMostNamed)
        text += concat(" and ", indexes.size() - kMostNamed, " more");
    return text + (indexes.size() == 1 ? " is a guess without a name and left out"
                                       : " are guesses without a name and left out");
}

/// A frame that stays unresolved may contain exactly one of function and symbol. That one may be
/// mangled.
void demangleGiven(Frame& frame)
{
    auto& native = frame.makeNative();
    if (frame.position.function.has_value() == native.symbol.has_value())
        return;
    const std::string& mangled =
        frame.position.function ? *frame.position.function : *native.symbol;
    std::string readable = demangling::demangle(mangled, Language::Unknown);
    // The name of an Objective-C method is readable already, so it counts as demangled.
    if (readable == mangled && demangling::detectMangling(mangled) != Language::ObjC)
        return;
    if (frame.position.function)
        native.symbol = mangled;
    frame.position.function = std::move(readable);
}

/// Names of the crash report may be mangled too.
ReportedSymbol readable(ReportedSymbol symbol)
{
    symbol.function = demangling::demangle(symbol.function, Language::Unknown);
    return symbol;
}

/// Of several functions at one address, each has its own place.
void setPlace(Frame& row, const ReportedSymbol& symbol)
{
    if (!symbol.functionOffset && !symbol.function.empty())
        row.position.function = symbol.function;
    if (symbol.line == 0 || row.position.line == symbol.line)
        return;
    SourcePosition place;
    place.function = row.position.function;
    if (!symbol.file.empty())
        place.file = symbol.file;
    place.line = symbol.line;
    row.position = std::move(place);
}

/// Appends one row, or one for each function that the crash report names at this address.
void appendUnresolved(std::vector<Frame>& rows,
                      Frame frame,
                      const std::vector<ReportedSymbol>& reported)
{
    for (std::size_t i = 0; i + 1 < reported.size(); ++i) {
        rows.push_back(frame);
        rows.back().makeNative().reported = {readable(reported[i])};
        rows.back().isInlined = true;
        setPlace(rows.back(), rows.back().asNative()->reported.front());
    }
    if (!reported.empty())
        frame.makeNative().reported = {readable(reported.back())};
    if (reported.size() > 1)
        setPlace(frame, frame.asNative()->reported.front());
    rows.push_back(std::move(frame));
}

FrameStatus statusWithoutCache(ObjectFileStatus status)
{
    return status == ObjectFileStatus::Malformed ? FrameStatus::Malformed : FrameStatus::Missing;
}

/// Returns the row of a given frame before its look-up.
Frame frameFrom(const Frame& given, std::uint32_t index)
{
    Frame frame = given;
    frame.originalIndex = index;
    auto& native = frame.makeNative();
    native.pc = native.instructionAddress;
    native.reported.clear();
    return frame;
}

/// A text's frame without an address, as those of interpreters and Go: its name is all there is to
/// know.
bool isNamedOnly(const Event& event, const Frame& given)
{
    const auto* native = given.asNative();
    return native != nullptr && event.kind == EventKind::NativeText &&
           native->instructionAddress == 0 && !native->relativeTo &&
           (given.position.function || !native->reported.empty());
}

/// The variables of a frame are returned only if nothing was resolved.
CarriedFieldsPtr withoutVariables(const CarriedFieldsPtr& carried)
{
    if (!carried || carried->variablesJson.empty())
        return carried;
    auto fields = *carried;
    fields.variablesJson.clear();
    return std::make_shared<const CarriedFields>(std::move(fields));
}

/// The fields of a given frame that survive symbolication (docs/spec/native.md §8.2).
Frame survivingFields(const Frame& base)
{
    Frame frame;
    frame.originalIndex = base.originalIndex;
    frame.module = base.module;
    frame.trust = base.trust;
    frame.note = base.note;
    frame.carried = withoutVariables(base.carried);
    if (const auto* from = base.asNative()) {
        auto& native = frame.makeNative();
        native.instructionAddress = from->instructionAddress;
        native.pc = from->pc;
        native.lookupAddress = from->lookupAddress;
        native.sp = from->sp;
        native.method = from->method;
        native.package = from->package;
    }
    return frame;
}

void markWrongBuild(Frame& frame)
{
    frame.makeNative().fromWrongBuild = true;
    frame.note +=
        concat(frame.note.empty() ? "" : "; ", "the file of these symbols is of another build");
}

void setPath(Frame& frame, std::string_view path, const Frame& base)
{
    if (path.empty()) {
        frame.position.absPath = base.position.absPath;
        frame.position.file = base.position.file;
        return;
    }
    frame.position.absPath = std::string(path);
    frame.position.file = std::string(baseName(path));
}

} // namespace

std::string_view displayName(const Frame& frame)
{
    if (frame.position.function)
        return *frame.position.function;
    const auto* native = frame.asNative();
    if (native == nullptr)
        return {};
    if (native->symbol)
        return *native->symbol;
    const auto& reported = native->reported;
    return reported.empty() ? std::string_view() : std::string_view(reported.front().function);
}

void FrameResolver::expand(const Query& query,
                           std::uint64_t relative,
                           std::vector<Frame>& rows) const
{
    const auto moduleIndex = query.hit->module;
    const auto& module = m_modules.modules()[moduleIndex];
    auto frames = m_symbols[moduleIndex].cache->lookup(relative);
    for (auto level = frames.next(); level; level = frames.next()) {
        Frame& row = rows.emplace_back(survivingFields(query.base));
        row.status = FrameStatus::Symbolicated;
        row.isInlined = level->isInlined;
        auto& native = row.makeNative();
        native.fromSymbolTable = level->fromSymbolTable;
        if (m_symbols[moduleIndex].areOfWrongBuild)
            markWrongBuild(row);
        native.language = level->language;
        native.instructionAddress = module.address + relative;
        if (module.address == 0)
            native.relativeTo = moduleIndex;
        const std::string_view name =
            level->function.empty() ? std::string_view("?") : level->function;
        native.symbol = std::string(name);
        row.position.function = m_names.demangle(name, level->language);
        if (!level->isInlined && level->entry != object::kNoIndex)
            native.symbolAddress = module.address + level->entry;
        native.rowAddress = module.address + level->rowBegin;
        setPath(row, level->path, query.base);
        row.position.line = level->line;
        if (level->column != 0)
            row.position.column = level->column;
    }
}

/// Appends the given frame with its source position. A portable PDB has no names, and an IL offset
/// is not an address (docs/spec/native.md §14).
void FrameResolver::appendManaged(Query query, std::vector<Frame>& rows) const
{
    const auto& cache = *m_symbols[query.hit->module].managed;
    Frame& frame = query.base;
    const auto functionId = frame.carried ? frame.carried->functionId : std::nullopt;
    const auto found =
        functionId ? cache.lookup(static_cast<std::uint32_t>(*functionId),
                                  static_cast<std::uint32_t>(frame.makeNative().instructionAddress))
                   : std::nullopt;
    frame.status = found ? FrameStatus::Symbolicated : FrameStatus::MissingSymbol;
    if (!found) {
        demangleGiven(frame);
        return appendUnresolved(rows, std::move(frame), query.reported);
    }
    frame.makeNative().language = found->file.language;
    frame.makeNative().namesUnknownLanguage = true;
    frame.position.absPath = std::string(found->file.path);
    frame.position.file = std::string(baseName(found->file.path));
    frame.position.line = found->line;
    frame.position.column = found->column;
    if (found->isApproximate)
        frame.note = "code without a line of its own; the line before it is shown";
    if (m_symbols[query.hit->module].areOfWrongBuild)
        markWrongBuild(frame);
    rows.push_back(std::move(frame));
}

/// Tells whether a name is wrong: symbols without a size (Breakpad's PUBLIC) extend over the
/// functions after them.
bool FrameResolver::isMisnamed(const Query& query, const Frame& outermost)
{
    const auto* native = outermost.asNative();
    return query.isFunctionStart && native != nullptr && native->symbolAddress &&
           *native->symbolAddress < query.lookupAddress;
}

void FrameResolver::append(Query query, std::vector<Frame>& rows) const
{
    const auto failed = [&query, &rows](FrameStatus status) {
        query.base.status = status;
        demangleGiven(query.base);
        appendUnresolved(rows, std::move(query.base), query.reported);
    };
    if (!query.hit)
        return failed(query.isNamedOnly ? FrameStatus::Symbolicated : FrameStatus::UnknownImage);
    const auto& module = m_modules.modules()[query.hit->module];
    const auto& symbols = m_symbols[query.hit->module];
    query.base.module = query.hit->module;
    query.base.makeNative().package = module.codeFile;
    if (symbols.managed)
        return appendManaged(std::move(query), rows);
    if (!symbols.cache)
        return failed(statusWithoutCache(symbols.status));
    if (!query.hit->relativeAddress || query.isNoCode)
        return failed(FrameStatus::MissingSymbol);
    std::uint64_t relative = *query.hit->relativeAddress;
    if (module.address != 0) {
        if (query.lookupAddress < module.address)
            return failed(FrameStatus::MissingSymbol);
        relative = query.lookupAddress - module.address;
    }
    const auto first = rows.size();
    expand(query, relative, rows);
    const bool isIntact = symbols.cache->isIntact();
    if (isIntact && rows.size() > first && !isMisnamed(query, rows.back()))
        return;
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(first), rows.end());
    failed(isIntact ? FrameStatus::MissingSymbol : statusWithoutCache(ObjectFileStatus::Malformed));
}

void FrameResolver::appendWalked(const unwind::WalkedFrame& walked,
                                 std::uint32_t index,
                                 std::vector<Frame>& rows) const
{
    Query query;
    query.base.originalIndex = index;
    query.base.makeNative().instructionAddress = walked.pc;
    query.base.makeNative().pc = walked.pc;
    query.base.makeNative().lookupAddress = walked.lookupAddress;
    query.base.makeNative().sp = walked.sp;
    query.base.trust = walked.trust;
    query.base.makeNative().method = walked.method;
    query.base.note = walked.note;
    query.lookupAddress = walked.lookupAddress;
    query.isNoCode = walked.isNoCode;
    query.isFunctionStart = walked.isFunctionStart;
    query.hit = m_modules.findAbsolute(walked.lookupAddress);
    append(std::move(query), rows);
}

void FrameResolver::appendGiven(const Event& event,
                                const EventThread& thread,
                                std::uint32_t index,
                                AdjustMode threadDefault,
                                std::vector<Frame>& rows) const
{
    const auto& given = (*thread.givenFrames)[index];
    const auto* native = given.asNative();
    if (native == nullptr) { // A script's frame between those of machine code has no address.
        rows.push_back(given);
        rows.back().originalIndex = index;
        return;
    }
    Query query;
    query.base = frameFrom(given, index);
    query.reported = native->reported;
    query.isNoCode = native->place.has_value(); // There is no address to look up.
    query.isNamedOnly = isNamedOnly(event, given);
    query.hit = native->relativeTo
                    ? m_modules.findRelative(*native->relativeTo, native->instructionAddress)
                    : m_modules.findAbsolute(native->instructionAddress);
    if (query.hit) {
        const auto& module = m_modules.modules()[query.hit->module];
        const std::uint64_t absolute =
            (native->relativeTo ? module.address : 0) + native->instructionAddress;
        const AdjustContext context{.mode = adjustModeOf(given, threadDefault),
                                    .frameIndex = index,
                                    .instructionAddress = absolute,
                                    .signal =
                                        event.asNative() ? event.asNative()->signal : std::nullopt,
                                    .registers = &thread.givenRegisters};
        query.lookupAddress = adjustedAddress(m_symbols[query.hit->module].family, context);
    }
    append(std::move(query), rows);
}

ResolvedThread FrameResolver::resolveThread(const std::vector<unwind::WalkedFrame>& frames,
                                            StackEnd end) const
{
    ResolvedThread resolved;
    const auto confirmed = firstConfirmed(frames, end);
    std::vector<std::size_t> leftOut;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const auto first = resolved.rows.size();
        appendWalked(frames[i], static_cast<std::uint32_t>(i), resolved.rows);
        if (!keepsFrame(resolved.rows, first, i + 1 == frames.size(), i >= confirmed))
            leftOut.push_back(i);
    }
    resolved.leftOut = leftOutText(frames, leftOut);
    return resolved;
}

std::vector<Frame> FrameResolver::resolveGivenThread(const Event& event,
                                                     const EventThread& thread,
                                                     std::size_t maxFrames) const
{
    std::vector<Frame> rows;
    const std::size_t count = std::min(thread.givenFrames->size(), maxFrames);
    constexpr std::size_t kFewFrames = 256;
    rows.reserve(count + std::max(count / 2, std::min(count, kFewFrames))); // With inlined calls.
    const auto threadDefault = defaultAdjustMode(*thread.givenFrames);
    for (std::size_t i = 0; i < count; ++i) {
        const auto first = rows.size();
        appendGiven(event, thread, static_cast<std::uint32_t>(i), threadDefault, rows);
        keepsFrame(rows, first, i + 1 == count, false);
    }
    return rows;
}

} // namespace faultline::symbolicate

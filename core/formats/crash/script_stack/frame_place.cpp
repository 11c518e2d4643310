// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/script_stack/frame_place.h"

#include "core/base/hex.h"
#include "core/base/percent.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/model/engine_script.h"

#include <algorithm>
#include <charconv>

namespace faultline::scriptstack {

namespace {

constexpr int kMaxEvalDepth = 16;

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

std::optional<std::uint32_t> numberOf(std::string_view text)
{
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = error == std::errc() && end == text.data() + text.size();
    return isWhole && !text.empty() ? std::optional(number) : std::nullopt;
}

/// Removes ":123" from the end and returns the number.
std::optional<std::uint32_t> takeNumber(std::string_view& text)
{
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos || colon == 0)
        return std::nullopt;
    const auto number = numberOf(text.substr(colon + 1));
    if (number)
        text = text.substr(0, colon);
    return number;
}

/// Turns "file:///C:/x" and "/C:/x" into "C:/x", and "file:///my%20x" into "/my x" (RFC 8089).
std::string normalPath(std::string_view path)
{
    constexpr std::string_view kFile = "file://";
    const bool isUrl = path.starts_with(kFile);
    auto plain = isUrl ? percentDecoded(path.substr(kFile.size())) : std::string(path);
    const bool hasDrive =
        plain.size() > 2 && plain[0] == '/' && isLetter(plain[1]) && plain[2] == ':';
    return hasDrive ? plain.substr(1) : plain;
}

FramePlace plainPlace(std::string_view text)
{
    FramePlace place;
    const auto last = takeNumber(text);
    const auto beforeLast = last ? takeNumber(text) : std::nullopt;
    if (beforeLast) {
        place.line = beforeLast;
        place.column = last;
    } else {
        place.line = last;
    }
    place.path = normalPath(text);
    return place;
}

/// Returns the position of the parenthesis that closes the one at `open`; npos when there is none.
std::size_t closingOf(std::string_view text, std::size_t open)
{
    std::size_t depth = 0;
    for (auto i = open; i < text.size(); ++i) {
        if (text[i] == '(')
            ++depth;
        else if (text[i] == ')' && --depth == 0)
            return i;
    }
    return std::string_view::npos;
}

/// Parses V8's "eval at f (url:1:2), <anonymous>:1:1". The position of the call counts. Nested
/// evals are unwrapped one after the other.
std::optional<FramePlace> evalPlace(std::string_view text)
{
    constexpr std::string_view kEval = "eval at ";
    const auto whole = text;
    for (int i = 0; i < kMaxEvalDepth && text.starts_with(kEval); ++i) {
        const auto open = text.find(" (");
        const auto close = open == std::string_view::npos ? open : closingOf(text, open + 1);
        if (close == std::string_view::npos)
            return std::nullopt;
        text = text.substr(open + 2, close - open - 2);
    }
    auto place = plainPlace(text);
    const auto inner = whole.rfind(", ");
    place.note = concat("in evaluated code",
                        inner == std::string_view::npos ? std::string()
                                                        : concat(" at ", whole.substr(inner + 2)),
                        ", the place is that of the evaluation");
    return place;
}

/// Parses Firefox's "url line 7 > eval:1:1" and "url line 7 > Function:3:9". The outermost position
/// counts.
std::optional<FramePlace> firefoxEvalPlace(std::string_view text)
{
    constexpr std::string_view kLine = " line ";
    const auto arrow = text.find(" > ");
    if (arrow == std::string_view::npos)
        return std::nullopt;
    const auto at = text.substr(0, arrow).rfind(kLine);
    if (at == std::string_view::npos)
        return std::nullopt;
    const auto line = numberOf(text.substr(at + kLine.size(), arrow - at - kLine.size()));
    if (!line)
        return std::nullopt;
    return FramePlace{.path = normalPath(text.substr(0, at)),
                      .line = line,
                      .column = std::nullopt,
                      .note = "in evaluated code, the place is that of the evaluation"};
}

constexpr std::string_view kWasmFunction = "wasm-function[";

bool isHexDigit(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f');
}

/// V8 calls a module without a URL "wasm://wasm/NAME-HASH", and one without a name
/// "wasm://wasm/HASH".
std::string wasmModuleName(std::string_view path)
{
    constexpr std::string_view kScheme = "wasm://wasm/";
    if (!path.starts_with(kScheme))
        return normalPath(path);
    path.remove_prefix(kScheme.size());
    const auto dash = path.rfind('-');
    const auto hash = dash == std::string_view::npos ? path : path.substr(dash + 1);
    if (hash.empty() || !std::ranges::all_of(hash, isHexDigit))
        return std::string(path);
    return dash == std::string_view::npos ? std::string(kNamelessWasm)
                                          : std::string(path.substr(0, dash));
}

/// The number of ":0x1f"; the greatest of all for other texts.
std::uint64_t wasmOffset(std::string_view text)
{
    constexpr std::string_view kHex = ":0x";
    return text.starts_with(kHex) ? parseHex(text.substr(kHex.size())).value_or(UINT64_MAX)
                                  : UINT64_MAX;
}

/// Parses "url:wasm-function[3]:0x1f" (WebAssembly Web API, "Conventions"): the function's index,
/// and the offset from the module's first byte. Old engines wrote "wasm-function[3]:7", where the
/// number counts from the function, which nobody can look up.
std::optional<FramePlace> wasmPlace(std::string_view text)
{
    const auto at = text.rfind(kWasmFunction);
    const auto end = at == std::string_view::npos ? at : text.find(']', at);
    if (end == std::string_view::npos || (at > 0 && text[at - 1] != ':'))
        return std::nullopt;
    const auto index =
        numberOf(text.substr(at + kWasmFunction.size(), end - at - kWasmFunction.size()));
    if (!index)
        return std::nullopt;
    FramePlace place;
    place.note = concat("function ", *index, " of a WebAssembly module");
    const auto number = wasmOffset(text.substr(end + 1));
    if (number >= 0xffff'ffff)
        return place;
    const auto path = text.substr(0, at == 0 ? 0 : at - 1);
    // Firefox names a module that a script compiled after the script.
    const auto maker = path.find(" > WebAssembly");
    place.path = maker == std::string_view::npos && !path.empty() ? wasmModuleName(path)
                                                                  : std::string(kNamelessWasm);
    if (maker != std::string_view::npos)
        place.note += concat(", compiled by ", path.substr(0, maker));
    const auto bytes = static_cast<std::uint32_t>(number);
    place.line = 1;
    place.column = bytes + 1;
    place.bytecode = BytecodePlace{.kind = BytecodePlace::Kind::WebAssembly,
                                   .segment = 0,
                                   .function = *index,
                                   .offset = bytes};
    return place;
}

/// Hermes counts the offset from 0; SDKs send it plus one.
FramePlace bytecodePlace(std::string_view text)
{
    auto place = plainPlace(text);
    if (place.column && *place.column != 0xffff'ffff)
        ++*place.column;
    place.note = "the column is an offset in bytecode";
    return place;
}

} // namespace

bool isPlainPlace(std::string_view text)
{
    const auto scheme = text.find("://");
    const bool hasScheme = scheme != std::string_view::npos &&
                           text.substr(0, scheme).find(' ') == std::string_view::npos;
    const bool isUrl = hasScheme || text.starts_with('/') ||
                       (text.size() > 2 && isLetter(text[0]) && text[1] == ':' &&
                        (text[2] == '\\' || text[2] == '/'));
    if (!isUrl || text.starts_with(' '))
        return false;
    const auto column = takeNumber(text);
    return column && takeNumber(text);
}

std::optional<FramePlace> parsePlace(std::string_view text)
{
    constexpr std::string_view kAddress = "address at ";
    text = trimAscii(text);
    if (text == "native" || text == "[native code]" || text == "native code")
        return FramePlace{.path = {}, .line = {}, .column = {}, .note = "code of the engine"};
    if (text == "[wasm code]" || text == "wasm code")
        return FramePlace{.path = {}, .line = {}, .column = {}, .note = "code of WebAssembly"};
    if (auto place = wasmPlace(text))
        return place;
    if (text.starts_with("<anonymous>"))
        return FramePlace{.path = {}, .line = {}, .column = {}, .note = "code without a file"};
    if (text.starts_with("index ") && text.size() > 6 && isDigit(text[6]))
        return FramePlace{.path = {},
                          .line = {},
                          .column = {},
                          .note = concat("waits for element ", text.substr(6))};
    if (text.starts_with(kAddress))
        return bytecodePlace(text.substr(kAddress.size()));
    if (text.starts_with("eval at "))
        return evalPlace(text);
    if (auto place = firefoxEvalPlace(text))
        return place;
    auto place = plainPlace(text);
    if (place.path.empty())
        return std::nullopt;
    return place;
}

} // namespace faultline::scriptstack

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/apple/report_lines.h"

#include "core/base/hex.h"
#include "core/base/text.h"

namespace faultline::apple {

namespace {

constexpr std::string_view kBlanks = " \t";
constexpr auto kNone = std::string_view::npos;

/// The text up to a blank, which is taken off `rest` together with the blanks after it.
std::string_view takeWord(std::string_view& rest)
{
    const auto word = rest.substr(0, rest.find_first_of(kBlanks));
    rest.remove_prefix(word.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(kBlanks), rest.size()));
    return word;
}

std::optional<std::uint64_t> parsePrefixedHex(std::string_view word)
{
    if (!word.starts_with("0x"))
        return std::nullopt;
    return parseHex(word.substr(2));
}

/// Start of a word that is an address, at `from` or later. Module names may contain blanks.
std::size_t findAddress(std::string_view text, std::size_t from)
{
    for (auto at = text.find("0x", from); at != kNone; at = text.find("0x", at + 2)) {
        const bool startsWord = at > 0 && kBlanks.contains(text[at - 1]);
        const auto word = text.substr(at, text.find_first_of(kBlanks, at) - at);
        if (startsWord && parsePrefixedHex(word))
            return at;
    }
    return kNone;
}

/// Splits "(main.m:16)" off the end.
void takePosition(std::string_view& text, ReportedSymbol& symbol)
{
    const auto open = text.rfind('(');
    if (!text.ends_with(')') || open == kNone || (open > 0 && !kBlanks.contains(text[open - 1])))
        return;
    const auto inside = text.substr(open + 1, text.size() - open - 2);
    const auto colon = inside.rfind(':');
    if (colon == kNone || colon == 0)
        return;
    const auto line = parseDecimal(inside.substr(colon + 1));
    if (!line || *line > 0xffff'ffff)
        return;
    symbol.file = std::string(inside.substr(0, colon));
    symbol.line = static_cast<std::uint32_t>(*line);
    text = trimAscii(text.substr(0, open));
}

/// Splits "name + 64"; a name that is an address is the module's base, not a symbol.
/// KSCrash can write "0x100000000 + 5690 (-[App run] + 36)": the image and an offset, then the
/// symbol. Returns the part for the symbol.
std::string_view withoutImageOffset(std::string_view text)
{
    const auto plus = text.find(" + ");
    const auto open = text.find(" (");
    if (plus == kNone || open == kNone || plus > open || !text.ends_with(')') ||
        !parsePrefixedHex(text.substr(0, plus)) ||
        !parseDecimal(text.substr(plus + 3, open - plus - 3)))
        return text;
    return text.substr(open + 2, text.size() - open - 3);
}

void takeFunction(std::string_view text, ReportedSymbol& symbol)
{
    text = withoutImageOffset(text);
    const auto plus = text.rfind(" + ");
    const auto offset = plus == kNone ? std::nullopt : parseDecimal(text.substr(plus + 3));
    if (offset)
        text = trimAscii(text.substr(0, plus));
    // An address in no image: "??? 0x0 0 + 0".
    if (parsePrefixedHex(text) || parseDecimal(text))
        return;
    symbol.function = std::string(text);
    if (!text.empty())
        symbol.functionOffset = offset;
}

/// The "<uuid>" of the text between addresses and path; absent in reports that had none yet.
struct UuidPlace
{
    std::size_t begin = 0;
    std::size_t end = 0;
    DebugId uuid;
};

std::optional<UuidPlace> findUuid(std::string_view text)
{
    for (auto open = text.find('<'); open != kNone; open = text.find('<', open + 1)) {
        const auto close = text.find('>', open);
        if (close == kNone)
            return std::nullopt;
        const auto inside = text.substr(open + 1, close - open - 1);
        const bool isUuidLong = inside.size() == 32 || inside.size() == 36;
        const auto uuid = isUuidLong ? DebugId::parse(inside) : std::nullopt;
        if (uuid && uuid->appendix() == 0)
            return UuidPlace{open, close + 1, *uuid};
    }
    return std::nullopt;
}

/// "+Name arm64 (1.2 - 3)", where all but the name may be missing.
void takeNameAndVersion(std::string_view text, ImageLine& image)
{
    text = trimAscii(text);
    if (text.starts_with('+'))
        text = trimAscii(text.substr(1));
    const auto open = text.rfind(" (");
    if (text.ends_with(')') && open != kNone) {
        image.version = text.substr(open + 2, text.size() - open - 3);
        if (image.version == "*") // Images of the system.
            image.version = {};
        text = trimAscii(text.substr(0, open));
    }
    const auto blank = text.find_last_of(kBlanks);
    if (blank != kNone) {
        if (const auto arch = parseArch(text.substr(blank + 1))) {
            image.arch = *arch;
            text = trimAscii(text.substr(0, blank));
        }
    }
    image.name = text;
}

} // namespace

std::optional<FrameLine> parseFrameLine(std::string_view line)
{
    std::string_view rest = trimAscii(line);
    const auto index = takeWord(rest);
    const auto address = findAddress(rest, 0);
    if (!parseDecimal(index) || address == kNone)
        return std::nullopt;
    FrameLine frame;
    frame.module = trimAscii(rest.substr(0, address));
    if (frame.module == "???")
        frame.module = {};
    rest.remove_prefix(address);
    frame.address = parsePrefixedHex(takeWord(rest)).value_or(0);
    constexpr std::string_view kInlined = "[inlined]";
    frame.isInlined = rest.ends_with(kInlined);
    if (frame.isInlined)
        rest = trimAscii(rest.substr(0, rest.size() - kInlined.size()));
    takePosition(rest, frame.symbol);
    takeFunction(rest, frame.symbol);
    // backtrace_symbols(3) writes "image + offset" when it knows no symbol.
    if (!frame.module.empty() && frame.symbol.function == frame.module)
        frame.symbol = {};
    return frame;
}

void appendFrame(std::vector<Frame>& frames, const FrameLine& line, bool isContinued)
{
    if (!isContinued || frames.empty() ||
        frames.back().makeNative().instructionAddress != line.address) {
        frames.emplace_back();
        frames.back().makeNative().instructionAddress = line.address;
        if (!line.module.empty())
            frames.back().makeNative().package = std::string(line.module);
    }
    if (!line.symbol.function.empty() || !line.symbol.file.empty())
        frames.back().makeNative().reported.push_back(line.symbol);
}

std::optional<ImageLine> parseImageLine(std::string_view line)
{
    std::string_view rest = trimAscii(line);
    if (rest.starts_with('*')) // spindump marks images that are not in the report's process.
        rest.remove_prefix(1);
    ImageLine image;
    const auto low = parsePrefixedHex(takeWord(rest));
    const auto dash = takeWord(rest);
    const auto high = parsePrefixedHex(takeWord(rest));
    if (!low || dash != "-" || !high)
        return std::nullopt;
    image.low = *low;
    image.high = *high;
    if (const auto place = findUuid(rest)) {
        image.uuid = place->uuid;
        image.path = trimAscii(rest.substr(place->end));
        takeNameAndVersion(rest.substr(0, place->begin), image);
        return image;
    }
    const auto slash = rest.find(" /");
    if (slash != kNone)
        image.path = trimAscii(rest.substr(slash));
    takeNameAndVersion(rest.substr(0, slash), image);
    return image;
}

std::vector<std::pair<std::string, std::uint64_t>> parseRegisterLine(std::string_view line)
{
    std::vector<std::pair<std::string, std::uint64_t>> registers;
    std::string_view name;
    for (std::string_view rest = trimAscii(line); !rest.empty();) {
        const auto word = takeWord(rest);
        if (word.size() > 1 && word.ends_with(':')) {
            name = word.substr(0, word.size() - 1);
            continue;
        }
        const auto value = parsePrefixedHex(word);
        if (value && !name.empty())
            registers.emplace_back(name, *value);
        name = {};
    }
    return registers;
}

std::vector<std::uint64_t> parseAddressLine(std::string_view line)
{
    constexpr std::string_view kBetween = " \t()";
    std::vector<std::uint64_t> addresses;
    for (auto at = line.find_first_not_of(kBetween); at != kNone;) {
        const auto end = std::min(line.find_first_of(kBetween, at), line.size());
        if (const auto address = parsePrefixedHex(line.substr(at, end - at)))
            addresses.push_back(*address);
        at = line.find_first_not_of(kBetween, end);
    }
    return addresses;
}

ThreadLabel parseThreadLabel(std::string_view text)
{
    constexpr std::string_view kQueue = "Dispatch queue:";
    const auto queue = text.find(kQueue);
    if (queue == kNone)
        return {.name = trimAscii(text), .queue = {}};
    return {.name = trimAscii(text.substr(0, queue)),
            .queue = trimAscii(text.substr(queue + kQueue.size()))};
}

std::optional<ThreadLine> parseThreadLine(std::string_view line)
{
    constexpr std::string_view kThread = "Thread ";
    if (!line.starts_with(kThread))
        return std::nullopt;
    line.remove_prefix(kThread.size());
    const auto digits = line.substr(0, line.find_first_not_of("0123456789"));
    const auto number = parseDecimal(digits);
    if (!number)
        return std::nullopt;
    line.remove_prefix(digits.size());
    const auto thread = [&](ThreadLine::Kind kind, std::size_t prefix) {
        auto label = line.substr(prefix);
        if (label.starts_with(':')) // "Thread 3:: name", "Thread 0 Crashed:: Dispatch queue: …"
            label.remove_prefix(1);
        return ThreadLine{kind, *number, parseThreadLabel(label)};
    };
    using enum ThreadLine::Kind;
    if (line.starts_with(" name:"))
        return thread(Name, 6);
    if (line.starts_with(" Crashed:"))
        return thread(CrashedStart, 9);
    if (line.starts_with(" crashed with") && line.ends_with(':'))
        return ThreadLine{Registers, *number, {}};
    if (line.starts_with(':'))
        return thread(Start, 1);
    return std::nullopt;
}

} // namespace faultline::apple

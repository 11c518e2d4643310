// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden_samples/expected_chain.h"

#include "core/base/text.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace faultline::test {

namespace {

std::string trimmed(const std::string& text)
{
    return std::string(trimAscii(text));
}

/// Returns the number of the line that ends in "// @label", or, for a label in quotes, of the line
/// with exactly this text. Returns 0 when there is no such line or more than one.
std::uint32_t lineOfLabel(const std::filesystem::path& source, const std::string& label)
{
    const bool isQuoted = label.size() > 2 && label.starts_with('"') && label.ends_with('"');
    const std::string quoted = isQuoted ? label.substr(1, label.size() - 2) : "";
    std::ifstream file(source);
    std::uint32_t number = 0;
    std::uint32_t found = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (isQuoted ? trimmed(line) != quoted : !line.ends_with("// @" + label))
            continue;
        if (found != 0)
            return 0;
        found = number;
    }
    return found;
}

std::vector<std::string> splitNames(std::string text)
{
    static constexpr std::string_view kOr = " or ";
    std::vector<std::string> names;
    for (auto at = text.find(kOr); at != std::string::npos; at = text.find(kOr)) {
        names.push_back(trimmed(text.substr(0, at)));
        text.erase(0, at + kOr.size());
    }
    names.push_back(trimmed(text));
    return names;
}

ExpectedFrame parseLine(const std::string& line, const std::filesystem::path& folder)
{
    std::vector<std::string> fields;
    std::istringstream parts(line);
    for (std::string field; std::getline(parts, field, '|');)
        fields.push_back(trimmed(field));
    if (fields.size() != 4)
        qFatal("chain line needs four fields: %s", line.c_str());
    ExpectedFrame frame{.functions = splitNames(fields[0]),
                        .file = std::filesystem::path(fields[1]).filename(),
                        .line = 0,
                        .isInlined = fields[3].starts_with("inline"),
                        .mayRepeat = fields[3].contains('+'),
                        .isOptional = fields[3].contains('?'),
                        .mayBeGuessed = fields[3].contains('~')};
    if (fields[2] != "*") {
        frame.line = lineOfLabel(folder / fields[1], fields[2]);
        if (frame.line == 0)
            qFatal("no label %s, or several, in %s", fields[2].c_str(), fields[1].c_str());
    }
    return frame;
}

/// A frame found by following instructions is as certain as one from unwind data.
bool isCertain(const Frame& frame)
{
    return frame.trust == FrameTrust::Context || frame.trust == FrameTrust::Cfi ||
           frame.asNative()->method == UnwindMethod::Instructions;
}

bool hasName(const Frame& frame, const ExpectedFrame& expected)
{
    const auto& names = expected.functions;
    const auto has = [&](std::string_view name) {
        return std::ranges::find(names, name) != names.end();
    };
    if (frame.status != FrameStatus::Symbolicated || !frame.position.function)
        return has("?");
    return has("*") || has(*frame.position.function);
}

bool hasPlace(const Frame& frame, const ExpectedFrame& expected)
{
    if (expected.file == "-")
        return frame.position.line.value_or(0) == 0; // 0 is a known "no line".
    return frame.position.file == expected.file &&
           (expected.line == 0 || frame.position.line == expected.line);
}

bool fits(const Frame& frame, const ExpectedFrame& expected)
{
    return hasName(frame, expected) && hasPlace(frame, expected) &&
           (isCertain(frame) || expected.mayBeGuessed) && frame.isInlined == expected.isInlined;
}

/// Returns the index after the chain if the chain begins at `begin`; absent otherwise.
std::optional<std::size_t> chainAt(const std::vector<Frame>& frames,
                                   std::size_t begin,
                                   const std::vector<ExpectedFrame>& chain)
{
    std::size_t at = begin;
    for (const auto& expected : chain) {
        if (at >= frames.size() || !fits(frames[at], expected)) {
            if (expected.isOptional)
                continue;
            return std::nullopt;
        }
        ++at;
        while (expected.mayRepeat && at < frames.size() && fits(frames[at], expected))
            ++at;
    }
    return at;
}

} // namespace

std::vector<ExpectedFrame> readChain(const std::filesystem::path& chainFile,
                                     const std::map<std::string, std::filesystem::path>& replaced)
{
    std::ifstream file(chainFile);
    std::vector<ExpectedFrame> chain;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("& ")) {
            const auto name = line.substr(2);
            const auto other = replaced.find(name);
            std::ranges::copy(readChain(other != replaced.end()
                                            ? other->second
                                            : chainFile.parent_path() / (name + ".chain"),
                                        replaced),
                              std::back_inserter(chain));
        } else if (!line.empty() && !line.starts_with('#'))
            chain.push_back(parseLine(line, chainFile.parent_path()));
    }
    if (chain.empty())
        qFatal("no chain in %s", chainFile.c_str());
    return chain;
}

QString stackText(const std::vector<Frame>& frames)
{
    QString text;
    for (const auto& frame : frames) {
        text += QStringLiteral("%1%2 %3 [%4:%5] %6 %7, %8\n")
                    .arg(frame.originalIndex)
                    .arg(frame.isInlined ? "i" : " ")
                    .arg(QString::fromStdString(frame.position.function.value_or("?")))
                    .arg(QString::fromStdString(frame.position.file.value_or("?")))
                    .arg(frame.position.line.value_or(0))
                    .arg(QString::fromUtf8(frameStatusName(frame.status).data()))
                    .arg(QString::fromUtf8(frameTrustName(frame.trust).data()),
                         QString::fromUtf8(unwindMethodName(frame.asNative()->method).data()));
    }
    return text;
}

namespace {

QString difference(const std::vector<Frame>& frames, const std::vector<ExpectedFrame>& chain)
{
    QString wanted;
    for (const auto& frame : chain)
        wanted += QStringLiteral("%1 [%2:%3]%4\n")
                      .arg(QString::fromStdString(frame.functions.front()),
                           QString::fromStdString(frame.file))
                      .arg(frame.line)
                      .arg(frame.isInlined ? " inline" : "");
    return QStringLiteral("expected:\n%1found:\n%2").arg(wanted, stackText(frames));
}

} // namespace

QString compareChain(const std::vector<Frame>& frames,
                     const std::vector<ExpectedFrame>& chain,
                     bool fromTop)
{
    const std::size_t lastStart = fromTop ? 1 : frames.size();
    for (std::size_t begin = 0; begin < lastStart; ++begin) {
        if (chainAt(frames, begin, chain))
            return {};
    }
    return difference(frames, chain);
}

QString compareWholeStack(const std::vector<Frame>& frames, const std::vector<ExpectedFrame>& chain)
{
    return chainAt(frames, 0, chain) == frames.size() ? QString() : difference(frames, chain);
}

} // namespace faultline::test

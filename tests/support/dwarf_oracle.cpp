// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/dwarf_oracle.h"

#include "core/base/text.h"

#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Object/ObjectFile.h>

namespace faultline::test {

struct DwarfOracle::State
{
    llvm::object::OwningBinary<llvm::object::ObjectFile> file;
    std::unique_ptr<llvm::DWARFContext> context;
};

DwarfOracle::DwarfOracle(std::unique_ptr<State> state) : m_state(std::move(state)) {}

DwarfOracle::~DwarfOracle() = default;

std::unique_ptr<DwarfOracle> DwarfOracle::open(const std::string& path)
{
    auto file = llvm::object::ObjectFile::createObjectFile(path);
    if (!file) {
        llvm::consumeError(file.takeError());
        return nullptr;
    }
    auto state = std::make_unique<State>();
    state->file = std::move(*file);
    state->context = llvm::DWARFContext::create(*state->file.getBinary());
    return std::unique_ptr<DwarfOracle>(new DwarfOracle(std::move(state)));
}

std::vector<LookupFrame> DwarfOracle::at(std::uint64_t address)
{
    const llvm::DILineInfoSpecifier wanted(llvm::DILineInfoSpecifier::FileLineInfoKind::RawValue,
                                           llvm::DINameKind::LinkageName);
    const auto chain = m_state->context->getInliningInfoForAddress(
        {address, llvm::object::SectionedAddress::UndefSection}, wanted);
    std::vector<LookupFrame> frames;
    for (std::uint32_t i = 0; i < chain.getNumberOfFrames(); ++i) {
        const auto& frame = chain.getFrame(i);
        // LLVM marks what it does not know with a text of its own.
        const auto known = [](const std::string& text) {
            return text == llvm::DILineInfo::BadString ? std::string() : text;
        };
        frames.push_back({known(frame.FunctionName), std::string(baseName(known(frame.FileName))),
                          frame.Line, frame.Column});
    }
    if (frames.size() == 1 && frames.front().function.empty())
        return {};
    return frames;
}

} // namespace faultline::test

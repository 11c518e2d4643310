#include "core/formats/demangle/llvm_demangle.h"

#include <cstdlib>
#include <llvm/Demangle/Demangle.h>
#include <memory>
#include <utility>

namespace faultline::demangling {

std::optional<std::string> withinLimits(std::string text)
{
    return text.empty() || text.size() > kMaxOutputBytes ? std::nullopt
                                                         : std::optional(std::move(text));
}

std::optional<std::string> demangleD(std::string_view name)
{
    if (name.size() > kMaxMangledBytes)
        return std::nullopt;
    const std::unique_ptr<char, decltype(&std::free)> text(llvm::dlangDemangle(name), &std::free);
    return text == nullptr ? std::nullopt : withinLimits(text.get());
}

} // namespace faultline::demangling

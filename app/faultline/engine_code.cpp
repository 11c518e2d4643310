// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/engine_code.h"

#include "core/engine/module_questions.h"
#include "core/model/module.h"
#include "core/model/source_text.h"

namespace faultline::app {

namespace {

EventModule moduleOf(const server::mozilla::ProfiledLibrary& library)
{
    EventModule module;
    module.codeFile = library.codeFile;
    module.codeId = library.codeId;
    module.debugFile = library.debugFile;
    module.debugId = library.debugId;
    return module;
}

} // namespace

Result<std::string> EngineCode::readSource(const server::mozilla::ProfiledLibrary& library,
                                           std::uint32_t offset,
                                           const std::string& file,
                                           std::stop_token stop)
{
    FL_TRY(auto text, m_engine.moduleQuestions().readSource(moduleOf(library), offset, file, stop));
    return std::move(text.text);
}

Result<server::mozilla::LibraryCode>
EngineCode::findCode(const server::mozilla::ProfiledLibrary& library, std::stop_token stop)
{
    FL_TRY(auto code, m_engine.moduleQuestions().findCode(moduleOf(library), stop));
    return server::mozilla::LibraryCode{.file = std::move(code.file),
                                        .symbols = std::move(code.symbols)};
}

} // namespace faultline::app

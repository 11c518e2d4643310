// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/annotation_text.h"

#include "core/base/result.h"
#include "core/report/module_text.h"

namespace faultline::report {

std::string_view annotationOriginWords(Annotation::Origin origin)
{
    switch (origin) {
    case Annotation::Origin::CrashpadSimple:
    case Annotation::Origin::CrashpadList:
    case Annotation::Origin::CrashpadObject: return "Crashpad";
    case Annotation::Origin::Breakpad: return "Breakpad";
    case Annotation::Origin::AppleCrashInfo: return "Apple crash info";
    case Annotation::Origin::MozillaSoftError: return "writer of the dump";
    case Annotation::Origin::Other: break;
    }
    return "crash file";
}

std::string annotationOrigin(const Event& event, const Annotation& annotation)
{
    const bool isOfModule = annotation.module && *annotation.module < event.modules.size();
    return concat(" (", annotationOriginWords(annotation.origin),
                  isOfModule ? concat(", ", moduleName(event.modules[*annotation.module]))
                             : std::string(),
                  ")");
}

} // namespace faultline::report

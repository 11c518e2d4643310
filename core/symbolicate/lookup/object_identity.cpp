#include "core/symbolicate/lookup/object_identity.h"

#include "core/base/result.h"

namespace faultline::symbolicate {

bool hasIds(const sources::ObjectLookup& wanted)
{
    return wanted.debugId || (wanted.codeId && !wanted.codeId->empty());
}

Identity identityByIds(const sources::ObjectLookup& wanted, const ObjectMeta& found)
{
    if (wanted.debugId && !found.debugId.isNil()) {
        if (found.debugId.serves(*wanted.debugId))
            return {Identity::Verdict::Fits, {}};
        return {Identity::Verdict::WrongBuild,
                concat("wrong build: debug id ", found.debugId.canonical(), " instead of ",
                       wanted.debugId->canonical())};
    }
    if (!wanted.codeId || wanted.codeId->empty() || found.codeId.empty())
        return {Identity::Verdict::Unknown, "its ids are of another kind than the module's"};
    if (found.codeId == *wanted.codeId)
        return {Identity::Verdict::Fits, {}};
    return {Identity::Verdict::WrongBuild, concat("wrong build: code id ", found.codeId.text(),
                                                  " instead of ", wanted.codeId->text())};
}

Identity identityByMemory(const std::string& imageStart, const ObjectMeta& found)
{
    if (imageStart.empty())
        return {Identity::Verdict::Unknown,
                "the dump has neither an id of the module nor its first page"};
    if (found.imageStart.empty())
        return {Identity::Verdict::Unknown,
                "the dump has no id of the module, and the file no first page to compare"};
    if (found.imageStart == imageStart)
        return {Identity::Verdict::Fits, "identified by its first page in the dump's memory"};
    return {Identity::Verdict::WrongBuild,
            "wrong build: its first page is not that in the dump's memory"};
}

} // namespace faultline::symbolicate

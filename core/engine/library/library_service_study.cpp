// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/contained.h"
#include "core/engine/library/library_place.h"
#include "core/engine/library/library_service.h"

#include <utility>

namespace faultline::engine {

/// The shares are counted one field after the other, so that other commands come between.
void LibraryService::study(library::GroupId group,
                           std::int64_t now,
                           std::uint32_t days,
                           std::vector<library::QueryField> fields)
{
    const auto call = ++m_lastStudy;
    const auto isLatest = [this, call] { return m_lastStudy == call; };
    const auto read = [this, group, now, days, isLatest] {
        if (!isLatest())
            return;
        const auto store = this->store();
        auto study = store ? studyOf(**store, group, now, days)
                           : Result<GroupStudy>(std::unexpected(store.error()));
        m_callback(LibraryGroup{.group = group, .study = std::move(study)});
    };
    post(read, [this, group](Error error) {
        m_callback(LibraryGroup{.group = group, .study = std::unexpected(std::move(error))});
    });
    for (const auto field : fields) {
        const auto tell = [this, group, field](Result<FieldShares> shares) {
            m_callback(LibraryShares{.group = group, .field = field, .shares = std::move(shares)});
        };
        const auto count = [this, group, field, isLatest, tell] {
            if (!isLatest())
                return;
            const auto lists = this->lists();
            tell(lists ? sharesOf(**lists, group, field)
                       : Result<FieldShares>(std::unexpected(lists.error())));
        };
        postCount(count, [tell](Error error) { tell(std::unexpected(std::move(error))); });
    }
}

Result<signature::Mode> LibraryService::presentMode()
{
    return m_desk.store ? modeOfLibrary(*m_desk.store)
                        : Result<signature::Mode>(signature::Mode::Faultline);
}

/// Without a library, the shipped ones.
Result<signature::SignatureRulesPtr> LibraryService::presentRules()
{
    return m_desk.store ? rulesOfLibrary(m_desk.file, {}, m_desk.store.get())
                        : Result<signature::SignatureRulesPtr>(signature::makeShippedRules());
}

Result<ComparisonSide> LibraryService::readSide(const ComparedReport& report)
{
    if (const auto* id = std::get_if<library::ReportId>(&report)) {
        FL_TRY(auto* const store, this->store());
        return sideOf(*store, *id);
    }
    FL_TRY(const auto rules, presentRules());
    FL_TRY(const auto mode, presentMode());
    return sideOf(std::get<OpenReport>(report), *rules, mode);
}

ComparisonId LibraryService::compare(ComparedReport before, ComparedReport after)
{
    const auto id = ComparisonId(++m_lastComparison);
    const auto tell = [this, id](Result<Comparison> comparison) {
        m_callback(LibraryComparison{.id = id, .comparison = std::move(comparison)});
    };
    const auto task = [this, before = std::move(before), after = std::move(after), tell] {
        const auto read = [&]() -> Result<Comparison> {
            FL_TRY(auto first, readSide(before));
            FL_TRY(auto second, readSide(after));
            return comparisonOf(std::move(first), std::move(second));
        };
        tell(read());
    };
    post(task, [tell](Error error) { tell(std::unexpected(std::move(error))); });
    return id;
}

} // namespace faultline::engine

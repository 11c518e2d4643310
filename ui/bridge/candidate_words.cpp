// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/candidate_words.h"

#include "ui/bridge/report_state.h"

#include <QCoreApplication>

#include <algorithm>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(CandidateWords)
};

QString partNames(const Skip& skip)
{
    QStringList names;
    for (const LookupPart part : skip.missing)
        names.append(toQString(lookupPartName(part)));
    return names.join(QStringLiteral(", "));
}

QString mapIdWords(const BuildIdentity& identity)
{
    if (!identity.expected.empty())
        return Words::tr("wrong build: the trace names map id %1, the file has %2")
            .arg(toQString(identity.expected), toQString(identity.found));
    return identity.found.empty()
               ? Words::tr("wrong build: found map id none")
               : Words::tr("wrong build: found map id %1").arg(toQString(identity.found));
}

/// The words with %1 for what was found and %2 for what was expected.
QString differenceWords(IdentityEvidence evidence)
{
    switch (evidence) {
    case IdentityEvidence::DebugId: return Words::tr("wrong build: debug id %1 instead of %2");
    case IdentityEvidence::CodeId: return Words::tr("wrong build: code id %1 instead of %2");
    case IdentityEvidence::BuildId: return Words::tr("wrong build: id %1 instead of %2");
    case IdentityEvidence::Checksum: return Words::tr("wrong build: checksum %1 instead of %2");
    case IdentityEvidence::LoadAddress:
        return Words::tr("wrong build: linked at %1, but loaded at %2");
    case IdentityEvidence::FirstPage:
        return Words::tr("wrong build: its first page is not that in the dump's memory");
    case IdentityEvidence::DynamicSection:
        return Words::tr("wrong build: its dynamic section is not that in the dump's memory");
    case IdentityEvidence::Data:
        return Words::tr("wrong build: its data are not those in the dump's memory");
    case IdentityEvidence::SplitUnits: return Words::tr("no split debug info");
    default: return QStringLiteral("%1");
    }
}

} // namespace

QString candidateSource(const Candidate& candidate)
{
    switch (candidate.origin) {
    case CandidateOrigin::BesideCrashFile: return Words::tr("beside the crash file");
    case CandidateOrigin::Installed: return Words::tr("installed debug files");
    case CandidateOrigin::Located: return Words::tr("located file");
    case CandidateOrigin::RecordedPath: return Words::tr("recorded path");
    case CandidateOrigin::Web: return Words::tr("web address");
    case CandidateOrigin::Configured:
    case CandidateOrigin::Artifacts:
    case CandidateOrigin::LocalArtifacts: break;
    }
    return toQString(candidate.source);
}

QString candidateLocation(const Candidate& candidate)
{
    if (!candidate.hasNoPlace)
        return toQString(candidate.location);
    const auto isSearched = [](const Skip& skip) {
        return skip.reason == SkipReason::NotInFolder || skip.reason == SkipReason::NotInIndex ||
               skip.reason == SkipReason::NotInListing;
    };
    return std::ranges::any_of(candidate.skips, isSearched)
               ? Words::tr("has no file of this build")
               : Words::tr("has no place for such a file");
}

QString identityWords(const BuildIdentity& identity)
{
    if (!identity.isWrongBuild())
        return {};
    if (identity.evidence == IdentityEvidence::MapId)
        return mapIdWords(identity);
    QString words = differenceWords(identity.evidence);
    words.replace(QStringLiteral("%2"), toQString(identity.expected));
    return words.replace(QStringLiteral("%1"), toQString(identity.found));
}

QString skipWords(const Skip& skip)
{
    switch (skip.reason) {
    case SkipReason::ServedLocally:
        return Words::tr("not asked, because a file on this machine serves");
    case SkipReason::ChecksumRequired: return Words::tr("checksum required");
    case SkipReason::FileTypeFilter: return Words::tr("filetype filter");
    case SkipReason::PathPattern: return Words::tr("path pattern");
    case SkipReason::PartsMissing: return Words::tr("id missing: %1").arg(partNames(skip));
    case SkipReason::PartsUnusable: return Words::tr("id or file name unusable");
    case SkipReason::NoSuchFileType: return Words::tr("layout has no such type");
    case SkipReason::NotInFolder: return Words::tr("not in folder");
    case SkipReason::NotInIndex: return Words::tr("not in index");
    case SkipReason::NotInListing: return Words::tr("not in listing");
    case SkipReason::ListingNotAsked: return Words::tr("listing not asked for");
    case SkipReason::NoMapping: return Words::tr("no mapping file in it");
    case SkipReason::SeveralMappings:
        return Words::tr("one of several mappings here, and the trace has no id that tells which");
    case SkipReason::SameContent: return Words::tr("an earlier mapping has the same content");
    case SkipReason::OtherFileChosen: return Words::tr("another file was chosen");
    case SkipReason::ScrapingOff: return Words::tr("Scraping disabled");
    case SkipReason::NoUrl: return Words::tr("not a url");
    case SkipReason::NoWebUrl:
        return Words::tr("`%1` is not an allowed download scheme").arg(toQString(skip.text));
    case SkipReason::ListingFailed:
    case SkipReason::IndexUnavailable:
    case SkipReason::Told: break;
    }
    return toQString(report::skipWords(skip)); // The words of an error are English.
}

QString skipWords(const Candidate& candidate)
{
    QStringList words;
    for (const Skip& skip : candidate.skips)
        words.append(skipWords(skip));
    return words.join(QStringLiteral(", "));
}

} // namespace faultline::ui

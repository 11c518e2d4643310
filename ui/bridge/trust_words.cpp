// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/trust_words.h"

#include "core/engine/insight.h"
#include "core/engine/stack_text.h"

#include <QCoreApplication>

namespace faultline::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(FrameRows)
};

/// A badge: its word, how it looks, what happened, and how far that can be trusted.
struct Trust
{
    QString word;
    BadgeStyle style = BadgeStyle::None;
    QString headline;
    QString explanation;
};

Trust inlineTrust(const Frame& frame)
{
    return {.word = Words::tr("inline"),
            .style = BadgeStyle::Inline,
            .headline = Words::tr("Inlined call"),
            .explanation = Words::tr("inline: the compiler put this function into frame %1. It has "
                                     "no frame of its own.")
                               .arg(frame.originalIndex)};
}

/// A caller that was found by reading instructions is as certain as one from unwind data, but the
/// JSON report has no trust value for it.
Trust codeTrust()
{
    return {.word = Words::tr("code"),
            .style = BadgeStyle::Ok,
            .headline = Words::tr("Found by reading instructions"),
            .explanation = Words::tr("code: the function's instructions were followed to its "
                                     "return, which is as sure as unwind data.")};
}

Trust cfiTrust(const ReportState& state, const Frame& frame)
{
    const auto& modules = state.event->modules;
    const QString module = frame.module && *frame.module < modules.size()
                               ? moduleName(modules[*frame.module])
                               : QString();
    return {.word = Words::tr("cfi"),
            .style = BadgeStyle::Ok,
            .headline = Words::tr("Found through call frame information"),
            .explanation =
                module.isEmpty()
                    ? Words::tr("cfi: as sure as the unwind data of the function that it called.")
                    : Words::tr("cfi: as sure as the unwind data of the function that it called. "
                                "The frame lies in %1.")
                          .arg(module)};
}

Trust scanTrust(bool usesUnwindData)
{
    Trust trust{.word = usesUnwindData ? Words::tr("cfiscan") : Words::tr("scan"),
                .style = BadgeStyle::Dashed,
                .headline = Words::tr("Found by scanning the stack"),
                .explanation = {}};
    trust.explanation =
        usesUnwindData
            ? Words::tr("cfiscan: unwind data led here from a frame that scanning had found, so it "
                        "may be wrong as well.")
            : Words::tr("scan: a word on the stack looks like a return address. It may be left "
                        "over from an earlier call.");
    return trust;
}

Trust trustOf(const ReportState& state, const Frame& frame)
{
    if (frame.isInlined)
        return inlineTrust(frame);
    if (const auto* native = frame.asNative();
        native && native->method == UnwindMethod::Instructions)
        return codeTrust();
    switch (frame.trust) {
    case FrameTrust::Context:
        return {.word = Words::tr("context"),
                .style = BadgeStyle::Accent,
                .headline = Words::tr("Taken from the thread's registers"),
                .explanation = Words::tr("context: certain. The file holds the registers.")};
    case FrameTrust::Cfi: return cfiTrust(state, frame);
    case FrameTrust::FramePointer:
        return {.word = Words::tr("fp"),
                .style = BadgeStyle::Ok,
                .headline = Words::tr("Found through the frame pointer"),
                .explanation = Words::tr("fp: right where functions keep a frame pointer. One that "
                                         "keeps none is missing from the stack.")};
    case FrameTrust::Prewalked:
        return {.word = Words::tr("prewalked"),
                .style = BadgeStyle::Plain,
                .headline = Words::tr("Given by the crash reporter"),
                .explanation = Words::tr("prewalked: it walked this stack itself, and kept nothing "
                                         "by which the walk could be checked.")};
    case FrameTrust::Scan: return scanTrust(false);
    case FrameTrust::CfiScan: return scanTrust(true);
    case FrameTrust::None: break;
    }
    return {};
}

} // namespace

void setTrust(FrameRow& row, const ReportState& state, const Frame& frame)
{
    row.isGuessed = frame.trust == FrameTrust::Scan || frame.trust == FrameTrust::CfiScan;
    Trust trust = trustOf(state, frame);
    // The badge warns of the wrong build rather than naming the unwind method, because a wrong name
    // misleads more. The note still tells the method.
    row.isOfWrongBuild = frame.isFromWrongBuild();
    if (row.isOfWrongBuild)
        trust = {.word = Words::tr("wrong build"),
                 .style = BadgeStyle::Crash,
                 .headline = Words::tr("Named by a file of another build"),
                 .explanation =
                     Words::tr("wrong build: name and line may be those of other code.")};
    row.trust = trust.word;
    row.trustStyle = trust.style;
    row.trustNote =
        trust.headline.isEmpty() ? QString() : trust.headline + u'\n' + trust.explanation;
}

void setMeanings(FrameRow& row, const Frame& frame)
{
    for (const auto& meaning : report::frameMeanings(frame))
        row.meanings.append(toQString(meaning));
    if (row.meanings.isEmpty() || row.isOfWrongBuild)
        return;
    //: a frame with several possible meanings, of which one is shown
    row.trust = Words::tr("one of %1").arg(row.meanings.size());
    row.trustStyle = BadgeStyle::Dashed;
    row.trustNote =
        Words::tr("One of several methods\nThe mapping gives them the same name, and the "
                  "trace has no line that tells them apart. Enter shows all.");
}

} // namespace faultline::ui

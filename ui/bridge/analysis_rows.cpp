// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/analysis_rows.h"

#include "core/engine/insight.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <string_view>

namespace faultline::ui {

namespace {

/// An address below this is an offset from a null pointer, because systems keep the first page
/// unmapped.
constexpr std::uint64_t kFirstPage = 0x1000;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(AnalysisRows)
};

QString accessVerb(const MemoryAccess& access)
{
    const QString bytes = Words::tr("%n byte(s)", nullptr, int(access.sizeBytes));
    const bool sized = access.sizeBytes != 0;
    switch (access.kind) {
    case MemoryAccessKind::Read: return sized ? Words::tr("read %1").arg(bytes) : Words::tr("read");
    case MemoryAccessKind::Write:
        return sized ? Words::tr("write %1").arg(bytes) : Words::tr("write");
    case MemoryAccessKind::ReadWrite:
        return sized ? Words::tr("read and write %1").arg(bytes) : Words::tr("read and write");
    case MemoryAccessKind::Unknown: break;
    }
    return sized ? Words::tr("access %1").arg(bytes) : Words::tr("access");
}

QString accessText(const MemoryAccess& access)
{
    const QString place = access.address == 0 ? Words::tr("null")
                          : access.address < kFirstPage
                              ? Words::tr("null + %1").arg(shortHex(access.address))
                              : shortHex(access.address);
    //: %1 is "read 16 bytes", %2 a place in memory
    const QString text = Words::tr("%1, %2").arg(accessVerb(access), place);
    return access.isGuardPage ? Words::tr("%1, in a guard page").arg(text) : text;
}

void addInstruction(QList<DetailRow>& rows, const CrashInstruction& instruction, bool withAccesses)
{
    rows.append({Words::tr("Instruction"), toQString(instruction.text), true});
    const QString accesses = makeAccessText(instruction);
    if (withAccesses && !accesses.isEmpty())
        rows.append({Words::tr("Access"), accesses, false});
    if (instruction.target.state == InstructionTarget::State::Known)
        rows.append({Words::tr("Goes to"), shortHex(instruction.target.address), true});
    if (!instruction.codeNote.empty())
        rows.append({Words::tr("Code"), toQString(instruction.codeNote), false});
    else if (instruction.fromFile)
        rows.append({Words::tr("Code"), Words::tr("taken from the module's file"), false});
}

QString inconsistencyText(CrashInconsistency inconsistency)
{
    switch (inconsistency) {
    case CrashInconsistency::DivisionByZeroNotPossible:
        return Words::tr("a division by zero is reported, the instruction divides nothing");
    case CrashInconsistency::PrivilegedCrashWithoutPrivilegedInstruction:
        return Words::tr("a privileged instruction is reported, this is none");
    case CrashInconsistency::NonCanonicalAddressFalselyReported:
        return Words::tr("an impossible address is reported, the instruction uses none");
    case CrashInconsistency::AccessNotAmongInstructionsAccesses:
        return Words::tr("the instruction does not access the reported address");
    case CrashInconsistency::ViolationWhereAccessIsAllowed:
        return Words::tr("the memory map allows this access");
    }
    return {};
}

QString bitFlipText(const PossibleBitFlip& flip)
{
    const QString address = shortHex(flip.address);
    //: %1 is a register, %2 an address
    const QString what = flip.sourceRegister.empty()
                             ? address
                             : Words::tr("%1 = %2").arg(toQString(flip.sourceRegister), address);
    const QString text = flip.isNull ? Words::tr("possible: %1 would be a null pointer, %2 % sure")
                                     : Words::tr("possible: %1 is mapped, %2 % sure");
    return text.arg(what).arg(int(flip.confidence * 100));
}

/// Breakpad's words for the rating.
QString ratingText(Exploitability rating)
{
    switch (rating) {
    case Exploitability::NotAnalyzed: return Words::tr("not analyzed");
    case Exploitability::None: return Words::tr("none");
    case Exploitability::Interesting: return Words::tr("interesting");
    case Exploitability::Low: return Words::tr("low");
    case Exploitability::Medium: return Words::tr("medium");
    case Exploitability::High: return Words::tr("high");
    }
    return {};
}

/// The reasons of core/analysis. Their weights stand behind them in brackets.
constexpr std::array kReasons{
    QT_TRANSLATE_NOOP("AnalysisRows", "guard page violation"),
    QT_TRANSLATE_NOOP("AnalysisRows", "in-page error"),
    QT_TRANSLATE_NOOP("AnalysisRows", "illegal instruction"),
    QT_TRANSLATE_NOOP("AnalysisRows", "noncontinuable exception"),
    QT_TRANSLATE_NOOP("AnalysisRows", "invalid disposition of an exception handler"),
    QT_TRANSLATE_NOOP("AnalysisRows", "arithmetic fault"),
    QT_TRANSLATE_NOOP("AnalysisRows", "invalid floating-point operation"),
    QT_TRANSLATE_NOOP("AnalysisRows", "privileged instruction"),
    QT_TRANSLATE_NOOP("AnalysisRows", "stack overflow"),
    QT_TRANSLATE_NOOP("AnalysisRows", "heap corruption"),
    QT_TRANSLATE_NOOP("AnalysisRows", "stack buffer overrun"),
    QT_TRANSLATE_NOOP("AnalysisRows", "code runs on the stack"),
    QT_TRANSLATE_NOOP("AnalysisRows", "the access violation does not say what it tried"),
    QT_TRANSLATE_NOOP("AnalysisRows", "access near null"),
    QT_TRANSLATE_NOOP("AnalysisRows", "read of a bad address"),
    QT_TRANSLATE_NOOP("AnalysisRows", "write to a bad address"),
    QT_TRANSLATE_NOOP("AnalysisRows", "execution at a bad address"),
    QT_TRANSLATE_NOOP("AnalysisRows", "the address consists of ASCII characters"),
    QT_TRANSLATE_NOOP("AnalysisRows", "the instruction jumps"),
    QT_TRANSLATE_NOOP("AnalysisRows", "a string instruction"),
    QT_TRANSLATE_NOOP("AnalysisRows", "the bad value becomes a jump target"),
    QT_TRANSLATE_NOOP("AnalysisRows", "the bad value becomes an argument"),
    QT_TRANSLATE_NOOP("AnalysisRows", "the bad value becomes an address to write to"),
    QT_TRANSLATE_NOOP("AnalysisRows", "the bad value becomes the target of a block copy"),
    QT_TRANSLATE_NOOP("AnalysisRows", "the bad value becomes an address to read from"),
    QT_TRANSLATE_NOOP("AnalysisRows", "the bad value becomes the source of a block copy"),
    QT_TRANSLATE_NOOP("AnalysisRows", "the bad value is compared"),
    QT_TRANSLATE_NOOP("AnalysisRows", "the signal is no memory fault"),
    QT_TRANSLATE_NOOP("AnalysisRows", "pc is not in executable memory"),
    QT_TRANSLATE_NOOP("AnalysisRows", "the stack pointer is not in a stack"),
    QT_TRANSLATE_NOOP("AnalysisRows", "the stack is executable"),
    QT_TRANSLATE_NOOP("AnalysisRows", "the heap is executable"),
    QT_TRANSLATE_NOOP("AnalysisRows", "a memory fault without further signs"),
    QT_TRANSLATE_NOOP("AnalysisRows", "there are no rules for this system"),
};

/// In the user's language, as far as it is one of them.
QString reasonText(std::string_view reason)
{
    const auto bracket = reason.find(" (");
    const auto words = reason.substr(0, bracket);
    const auto* const known =
        std::ranges::find_if(kReasons, [words](const char* each) { return words == each; });
    if (known == kReasons.end())
        return toQString(reason);
    const QString weight = bracket == reason.npos ? QString() : toQString(reason.substr(bracket));
    return QCoreApplication::translate("AnalysisRows", *known) + weight;
}

/// The rating and its reasons.
QString exploitabilityText(const CrashAnalysis& analysis)
{
    QString text = ratingText(analysis.exploitability);
    for (const std::string& reason : analysis.exploitabilityReasons)
        text += QStringLiteral(" · ") + reasonText(reason);
    return text;
}

} // namespace

QString makeAccessText(const CrashInstruction& instruction)
{
    QStringList texts;
    for (const MemoryAccess& access : instruction.accesses.value_or(std::vector<MemoryAccess>()))
        texts.append(accessText(access));
    return texts.join(QStringLiteral("; "));
}

QList<DetailRow> makeAnalysisRows(const ReportState& state)
{
    QList<DetailRow> rows;
    if (!state.analysis)
        return rows;
    const CrashAnalysis& analysis = *state.analysis;
    if (analysis.instruction)
        addInstruction(rows, *analysis.instruction, insight::hasFaultingAccess(state));
    if (analysis.adjustedAddress && analysis.adjustedAddress->value != state.event->crash.address) {
        const QString value = shortHex(analysis.adjustedAddress->value);
        const bool isNull = analysis.adjustedAddress->kind == AdjustedAddress::Kind::NullPointer;
        rows.append({Words::tr("Really"),
                     isNull ? Words::tr("null pointer, offset %1").arg(value)
                            : Words::tr("%1, no possible address").arg(value),
                     false});
    }
    if (analysis.isGuardPageHit)
        rows.append({Words::tr("Guard page"), Words::tr("the address lies in one"), false});
    const bool isSuspicious = insight::isSuspicious(state);
    if (const PossibleBitFlip* flip = analysis.likeliestBitFlip(); flip && isSuspicious)
        rows.append({Words::tr("Bit flip"), bitFlipText(*flip), false});
    QStringList contradictions;
    for (const CrashInconsistency inconsistency : analysis.inconsistencies)
        contradictions.append(inconsistencyText(inconsistency));
    if (!contradictions.isEmpty())
        rows.append({Words::tr("Contradiction"), contradictions.join(QStringLiteral("; ")), false});
    if (analysis.exploitability != Exploitability::NotAnalyzed &&
        analysis.exploitability != Exploitability::None && isSuspicious)
        rows.append({Words::tr("Exploitable"), exploitabilityText(analysis), false});
    return rows;
}

} // namespace faultline::ui

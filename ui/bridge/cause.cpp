// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/cause.h"

#include "core/engine/insight.h"
#include "ui/bridge/thread_rows.h"

#include <QCoreApplication>

namespace faultline::ui {

namespace {

constexpr qsizetype kLongestQuote = 120;

/// Holds the texts of the translation context "Cause".
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Cause)

public:
    /// Returns "Stack overflow in f()", or `what` alone while no frame is known.
    static QString in(const insight::Cause& cause, const QString& what)
    {
        //: %1 says what happened, %2 is a function
        return cause.function.empty() ? what : tr("%1 in %2").arg(what, toQString(cause.function));
    }

    static QString quoted(const std::string& message)
    {
        QString text = toQString(message).simplified();
        if (text.size() > kLongestQuote)
            text = text.first(kLongestQuote - 1) + u'…';
        return u'“' + text + u'”';
    }

    static QString nearNull(const insight::Cause& cause)
    {
        const QString offset = shortHex(cause.address);
        switch (cause.access) {
        case insight::CauseAccess::Read: return tr("Read near null (+%1)").arg(offset);
        case insight::CauseAccess::Write: return tr("Write near null (+%1)").arg(offset);
        case insight::CauseAccess::Execute:
            return insight::isCallOfNull(cause) ? tr("Called a null pointer")
                                                : tr("Execute near null (+%1)").arg(offset);
        case insight::CauseAccess::Unknown: break;
        }
        return tr("Access near null (+%1)").arg(offset);
    }

    static QString misaligned(const insight::Cause& cause)
    {
        const QString address = shortHex(cause.address);
        switch (cause.access) {
        case insight::CauseAccess::Read: return tr("Read at misaligned address %1").arg(address);
        case insight::CauseAccess::Write: return tr("Write at misaligned address %1").arg(address);
        default: break;
        }
        return tr("Access at misaligned address %1").arg(address);
    }

    /// As all lists name them.
    static QString namesOf(const ReportState& state,
                           const std::vector<insight::CauseThread>& threads)
    {
        constexpr qsizetype kMostNames = 4;
        QStringList names;
        for (const auto& thread : threads)
            names << threadName(state, thread.index);
        if (names.size() < 2)
            return names.join(QString());
        if (names.size() <= kMostNames) {
            const QString last = names.takeLast();
            //: %1 is a thread, or several with commas between them
            return tr("%1 and %2").arg(names.join(QStringLiteral(", ")), last);
        }
        const auto others = names.size() - (kMostNames - 1);
        return tr("%1 and %n more", nullptr, int(others))
            .arg(names.first(kMostNames - 1).join(QStringLiteral(", ")));
    }

    static QString of(const ReportState& state, const insight::Cause& cause)
    {
        switch (cause.code) {
        case insight::CauseCode::Message: return quoted(cause.text);
        case insight::CauseCode::UncaughtException: return in(cause, tr("Uncaught exception"));
        case insight::CauseCode::FailedAssertion: return in(cause, tr("Failed assertion"));
        case insight::CauseCode::RustPanic: return in(cause, tr("Rust panic"));
        case insight::CauseCode::GoPanic: return in(cause, tr("Go panic"));
        case insight::CauseCode::GoFatalError: return in(cause, tr("Fatal error of Go's runtime"));
        case insight::CauseCode::Abort: return in(cause, tr("Abort"));
        case insight::CauseCode::StackOverflow:
            return tr("%1 (%2)").arg(in(cause, tr("Stack overflow")),
                                     tr("%n frame(s)", nullptr, int(cause.count)));
        case insight::CauseCode::ImpossibleAddress:
            return in(cause, tr("Access to an impossible address %1").arg(shortHex(cause.address)));
        case insight::CauseCode::MisalignedAddress: return in(cause, misaligned(cause));
        case insight::CauseCode::PrivilegedInstruction:
            return in(cause, tr("Privileged instruction %1").arg(toQString(cause.text)));
        case insight::CauseCode::NearNull: return in(cause, nearNull(cause));
        case insight::CauseCode::GuardPage: return in(cause, tr("Ran past the end of a buffer"));
        case insight::CauseCode::UnloadedModule:
            return tr("Called into unloaded %1").arg(toQString(cause.text));
        case insight::CauseCode::OutOfMemory: return in(cause, tr("Out of memory"));
        case insight::CauseCode::ScriptError: return toQString(cause.text);
        case insight::CauseCode::DamagedFile:
            return tr("Damaged file, its exception cannot be read");
        case insight::CauseCode::Deadlock:
            return tr("Deadlock: %1 wait for each other").arg(namesOf(state, cause.threads));
        case insight::CauseCode::PossibleDeadlock:
            return tr("Possible deadlock: %1 may wait for each other")
                .arg(namesOf(state, cause.threads));
        case insight::CauseCode::SelfDeadlock:
            return tr("Deadlock: %1 waits for a lock that it holds")
                .arg(namesOf(state, cause.threads));
        case insight::CauseCode::HeldByGoneThread:
            return tr("Waits for a lock of a thread that has ended: %1")
                .arg(namesOf(state, cause.threads));
        case insight::CauseCode::Snapshot:
            return cause.count > 0 ? tr("Sampled while it ran, no crash")
                                   : tr("Snapshot, no crash");
        case insight::CauseCode::ReasonAddress:
            return in(cause, tr("%1 at %2").arg(toQString(cause.text), shortHex(cause.address)));
        case insight::CauseCode::Reason:
            return in(cause,
                      cause.text.empty() ? tr("Crash of an untold reason") : toQString(cause.text));
        case insight::CauseCode::Unknown: break;
        }
        return {};
    }
};

} // namespace

QString causeSentence(const ReportState& state)
{
    return Words::of(state, insight::causeOf(state));
}

} // namespace faultline::ui

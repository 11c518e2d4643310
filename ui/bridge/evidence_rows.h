// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/inspection.h"
#include "ui/bridge/report_state.h"
#include "ui/models/evidence_model.h"

#include <QSet>

namespace faultline::ui {

/// Which frames show their steps, and which also those for other systems and processors.
struct EvidenceOpen
{
    QSet<int> frames;
    QSet<int> elsewhere;
};

/// The frames of the walk, and the steps of those that are open.
QList<EvidenceRow>
makeEvidenceRows(const ReportState& state, const WalkTrace& trace, const EvidenceOpen& open);

QList<SignatureRow> makeSignatureRows(const engine::SignatureAnswer& answer);

/// What a row rests on, in a headline and a sentence, and what would help.
struct EvidenceExplanation
{
    QString headline;
    QString sentence;
    int frame = -1;      ///< Index into the frames of the walk; -1 for the end.
    int helpModule = -1; ///< Its files would make the guess unnecessary; -1 for none.
    QString helpText;
};

EvidenceExplanation
explainEvidence(const ReportState& state, const WalkTrace& trace, const EvidenceRow::Key& row);

/// Why the first guess of the stack is one; empty without a guess.
QString evidenceWarning(const ReportState& state, const WalkTrace& trace);

} // namespace faultline::ui

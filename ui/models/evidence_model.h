// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columns_model.h"
#include "ui/models/roles.h"

#include <QCoreApplication>
#include <QString>

namespace faultline::ui {

/// A frame, or a step that was tried for it, as finished texts.
struct EvidenceRow
{
    enum class Kind {
        Frame,
        Step,
        Elsewhere, ///< Counts the steps for other systems and processors, or follows them.
        End        ///< Why there is no further frame.
    };

    struct Key
    {
        int frame = 0; ///< The end has the number of the frame that does not exist.
        Kind kind = Kind::Frame;
        int step = -1;

        bool operator==(const Key&) const = default;
    };

    Key id;
    QString number;
    QString text;
    QString badge;
    BadgeStyle badgeStyle = BadgeStyle::None;
    QString restsOn;
    Group branch = Group::None;
    bool isGuessed = false; ///< The frame is a guess.
    bool isQuiet = false;   ///< The step decided nothing.
    bool isName = false;    ///< `text` is a name of the program.
    QString sentence;

    const Key& key() const { return id; }

    bool operator==(const EvidenceRow&) const = default;
};

/// Why a stack is as it is: its frames, and below an open one the steps that were tried for it.
class EvidenceModel final : public ColumnsModel<EvidenceRow>
{
    Q_DECLARE_TR_FUNCTIONS(EvidenceModel)

public:
    enum Column { NumberColumn, TextColumn, TrustColumn, RestsOnColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
};

/// A frame that the signature looked at, or a later step of it.
struct SignatureRow
{
    QString number;
    QString text;
    QString verdict;
    BadgeStyle badge = BadgeStyle::Plain;
    QString rule; ///< The entry that decided, or what the step made of the text.
    bool isFrame = true;
    int at = 0;

    int key() const { return at; }

    bool operator==(const SignatureRow&) const = default;
};

/// How the report's signature was made.
class SignatureTraceModel final : public ColumnsModel<SignatureRow>
{
    Q_DECLARE_TR_FUNCTIONS(SignatureTraceModel)

public:
    enum Column { NumberColumn, TextColumn, VerdictColumn, RuleColumn, ColumnCount };

    using ColumnsModel::ColumnsModel;

protected:
    Table table() const override;
    QVariant cell(int row, int column, int role) const override;
};

} // namespace faultline::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/activity_model.h"
#include "ui/models/cache_model.h"
#include "ui/models/candidate_model.h"
#include "ui/models/cells_model.h"
#include "ui/models/code_model.h"
#include "ui/models/comparison_model.h"
#include "ui/models/credential_model.h"
#include "ui/models/detail_model.h"
#include "ui/models/evidence_model.h"
#include "ui/models/export_model.h"
#include "ui/models/facet_model.h"
#include "ui/models/fact_model.h"
#include "ui/models/field_model.h"
#include "ui/models/find_model.h"
#include "ui/models/import_failure_model.h"
#include "ui/models/keymap_model.h"
#include "ui/models/libraries_model.h"
#include "ui/models/library_model.h"
#include "ui/models/lock_model.h"
#include "ui/models/log_model.h"
#include "ui/models/mapping_model.h"
#include "ui/models/memory_lists.h"
#include "ui/models/memory_model.h"
#include "ui/models/module_model.h"
#include "ui/models/part_model.h"
#include "ui/models/recent_model.h"
#include "ui/models/register_model.h"
#include "ui/models/rules_model.h"
#include "ui/models/server_model.h"
#include "ui/models/source_model.h"
#include "ui/models/stack_model.h"
#include "ui/models/stream_model.h"
#include "ui/models/thread_model.h"
#include "ui/models/variable_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include <memory>

using namespace faultline::ui;

namespace {

using ModelMaker = std::unique_ptr<QAbstractItemModel> (*)();

template <class Model>
std::unique_ptr<QAbstractItemModel> make()
{
    return std::make_unique<Model>();
}

template <FactModel::Kind kind>
std::unique_ptr<QAbstractItemModel> makeFacts()
{
    return std::make_unique<FactModel>(kind);
}

std::unique_ptr<QAbstractItemModel> makeComparedFacts()
{
    return std::make_unique<ComparedFactModel>(QStringLiteral("Fact"));
}

std::unique_ptr<QAbstractItemModel> makeReports()
{
    auto reports = std::make_unique<LibraryModel>();
    reports->showGroups(false);
    return reports;
}

QString title(const QAbstractItemModel& model, int column)
{
    return model.headerData(column, Qt::Horizontal).toString();
}

ColumnRoom room(const QAbstractItemModel& model, int column)
{
    return model.headerData(column, Qt::Horizontal, RoomRole).value<ColumnRoom>();
}

int number(const QAbstractItemModel& model, int column, int role)
{
    return model.index(0, column).data(role).toInt();
}

bool isRight(const QVariant& alignment)
{
    return Qt::Alignment(alignment.toInt()).testFlag(Qt::AlignRight);
}

} // namespace

Q_DECLARE_METATYPE(ModelMaker)

/// Checks what the columns of all tables say: their titles, their room, and the roles of their
/// cells.
class TestColumns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyTableSharesItsWidth_data();
    void everyTableSharesItsWidth();
    void columnsGiveCellsTheirRoles();
    void rowsOverruleTheirColumns();
    void titlesFollowWhatIsShown();
    void plainColumnsAlignTheirCells();
};

void TestColumns::everyTableSharesItsWidth_data()
{
    QTest::addColumn<ModelMaker>("maker");
    QTest::addColumn<QList<int>>("untitled"); // Columns of marks, bars and badges.
    const auto add = [](const char* name, ModelMaker maker, const QList<int>& untitled = {}) {
        QTest::newRow(name) << maker << untitled;
    };
    add("activity", make<ActivityModel>);
    add("caches", make<CacheModel>, {CacheModel::AmountColumn});
    add("candidates", make<CandidateModel>);
    add("code", make<CodeModel>, {CodeModel::JumpColumn});
    using Frames = ComparedFrameModel;
    add("compared frames", make<Frames>,
        {Frames::LeftNumberColumn, Frames::LeftPlaceColumn, Frames::RightNumberColumn,
         Frames::RightPlaceColumn});
    add("compared facts", makeComparedFacts);
    add("credentials", make<CredentialModel>);
    add("details", make<DetailModel>);
    add("evidence", make<EvidenceModel>);
    add("signature", make<SignatureTraceModel>);
    add("export", make<ExportModel>);
    add("facets", make<FacetModel>, {FacetModel::AmountColumn});
    add("annotations", makeFacts<FactModel::Kind::Annotations>);
    add("breadcrumbs", makeFacts<FactModel::Kind::Breadcrumbs>);
    add("handles", makeFacts<FactModel::Kind::Handles>);
    add("unloaded modules", makeFacts<FactModel::Kind::Unloaded>);
    add("fields", make<FieldModel>);
    add("found frames", make<FindModel>);
    add("import failures", make<ImportFailureModel>);
    add("keymap", make<KeymapModel>, {KeymapModel::ConflictColumn, KeymapModel::ChangedColumn});
    add("libraries", make<LibrariesModel>);
    add("groups", make<LibraryModel>);
    add("reports", makeReports);
    add("stored frames", make<StoredFrameModel>, {StoredFrameModel::NumberColumn});
    add("shares", make<ShareModel>, {ShareModel::AmountColumn});
    add("locks", make<LockModel>);
    add("words of a lock", make<LockWordModel>);
    add("log", make<LogModel>);
    add("mappings", make<MappingModel>);
    add("mapped files", make<MappedFileModel>);
    add("places in memory", make<HitModel>);
    add("texts", make<TextModel>);
    add("values", make<ValueModel>);
    add("memory", make<MemoryModel>);
    add("regions", make<RegionModel>);
    add("modules", make<ModuleModel>);
    add("parts", make<PartModel>);
    add("recent", make<RecentModel>, {RecentModel::MarkColumn});
    add("registers", make<RegisterModel>);
    add("moves", make<RuleMoveModel>, {RuleMoveModel::FateColumn});
    add("rules", make<RuleTraceModel>, {RuleTraceModel::NumberColumn});
    add("requests", make<ServerRequestModel>);
    add("endpoints", make<ServerEndpointModel>);
    add("caches of a server", make<ServerCacheModel>, {ServerCacheModel::AmountColumn});
    add("sources of a server", make<ServerSourceModel>);
    add("modules of a request", make<ServerModuleModel>);
    add("sources", make<SourceModel>, {SourceModel::NumberColumn});
    add("stack", make<StackModel>, {StackModel::MarkColumn});
    add("streams", make<StreamModel>);
    add("threads", make<ThreadModel>, {ThreadModel::MarkColumn});
    add("variables", make<VariableModel>);
}

/// One column takes what the others leave, and what is read without a title is meant so.
void TestColumns::everyTableSharesItsWidth()
{
    QFETCH(const ModelMaker, maker);
    QFETCH(const QList<int>, untitled);
    const auto model = maker();
    QList<int> flexible;
    QList<int> without;
    for (int i = 0; i < model->columnCount(); ++i) {
        const ColumnRoom given = room(*model, i);
        QVERIFY(given.width >= 0 && given.firmness >= 0);
        if (given.width == 0)
            flexible.append(i);
        if (title(*model, i).isEmpty())
            without.append(i);
    }
    QCOMPARE(flexible.size(), 1);
    QCOMPARE(room(*model, flexible.first()).firmness, 0.0);
    QCOMPARE(without, untitled);
}

void TestColumns::columnsGiveCellsTheirRoles()
{
    ModuleModel model;
    const QAbstractItemModelTester tester(&model);
    ModuleRow row;
    row.isOnStack = true;
    row.name = QStringLiteral("libscene.so");
    row.path = QStringLiteral("/usr/lib/libscene.so");
    row.frames = 3;
    model.setModules({row});
    QCOMPARE(model.index(0, ModuleModel::PathColumn).data().toString(), row.path);
    QCOMPARE(number(model, ModuleModel::FramesColumn, Qt::DisplayRole), 3);
    QCOMPARE(number(model, ModuleModel::NameColumn, ToneRole), int(Tone::Normal));
    QCOMPARE(number(model, ModuleModel::VersionColumn, ToneRole), int(Tone::Dim));
    QCOMPARE(number(model, ModuleModel::VersionColumn, FaceRole), int(Face::Interface));
    QCOMPARE(number(model, ModuleModel::PathColumn, FaceRole), int(Face::Fixed));
    QCOMPARE(number(model, ModuleModel::PathColumn, ElideRole), int(Qt::ElideLeft));
    QCOMPARE(number(model, ModuleModel::NameColumn, ElideRole), int(Qt::ElideRight));
    QVERIFY(isRight(model.index(0, ModuleModel::StatusColumn).data(Qt::TextAlignmentRole)));
    QVERIFY(isRight(
        model.headerData(ModuleModel::StatusColumn, Qt::Horizontal, Qt::TextAlignmentRole)));
    QVERIFY(!isRight(model.index(0, ModuleModel::NameColumn).data(Qt::TextAlignmentRole)));
    QVERIFY(!model.headerData(ModuleModel::ColumnCount, Qt::Horizontal, RoomRole).isValid());
}

/// What depends on the row counts before what the column says.
void TestColumns::rowsOverruleTheirColumns()
{
    CredentialModel model;
    CredentialRow missing;
    missing.isMissing = true;
    CredentialRow kept;
    kept.index = 1;
    model.setRows({missing, kept});
    const auto tone = [&model](int row, int column) {
        return Tone(model.index(row, column).data(ToneRole).toInt());
    };
    QVERIFY(tone(0, CredentialModel::PlaceColumn) == Tone::Warn);
    QVERIFY(tone(1, CredentialModel::PlaceColumn) == Tone::Dim);
    QVERIFY(tone(0, CredentialModel::SourceColumn) == Tone::Normal);
}

void TestColumns::titlesFollowWhatIsShown()
{
    LibraryModel library;
    QCOMPARE(title(library, LibraryModel::VersionsColumn), QStringLiteral("Versions"));
    library.showGroups(false);
    QCOMPARE(title(library, LibraryModel::VersionsColumn), QStringLiteral("System"));
    QCOMPARE(title(library, LibraryModel::StatusColumn), QStringLiteral("Status"));
    const ComparedFactModel facts(QStringLiteral("Module"));
    QCOMPARE(title(facts, ComparedFactModel::NameColumn), QStringLiteral("Module"));
    QCOMPARE(title(facts, ComparedFactModel::LeftColumn), QStringLiteral("Left"));
}

void TestColumns::plainColumnsAlignTheirCells()
{
    static constexpr PlainColumn kColumns[] = {
        {.id = 0, .title = [] { return QStringLiteral("Name"); }, .room = {.width = 0}},
        {.id = 1, .room = {.width = 9, .firmness = 1}, .isRight = true},
    };
    CellsModel model(kColumns);
    const QAbstractItemModelTester tester(&model);
    model.setRows({{.id = QStringLiteral("a"),
                    .cells = {{.text = QStringLiteral("poll")},
                              {.text = QStringLiteral("12"), .tone = Tone::Warn}}}});
    QVERIFY(isRight(model.index(0, 1).data(Qt::TextAlignmentRole)));
    QVERIFY(!isRight(model.index(0, 0).data(Qt::TextAlignmentRole)));
    QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("12"));
    QCOMPARE(number(model, 1, ToneRole), int(Tone::Warn));
    QCOMPARE(room(model, 1).width, 9.0);
    QCOMPARE(title(model, 0), QStringLiteral("Name"));
    QCOMPARE(title(model, 1), QString());
    QString unit = QStringLiteral("Samples");
    model.setTitle(1, [&unit] { return unit; });
    QCOMPARE(title(model, 1), QStringLiteral("Samples"));
    unit = QStringLiteral("Bytes");
    QCOMPARE(title(model, 1), QStringLiteral("Bytes"));
}

QTEST_GUILESS_MAIN(TestColumns)
#include "tst_columns.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/library/sql_store.h"

namespace faultline::library {

Result<BatchId> SqlStore::beginBatch(std::string_view source, std::int64_t at)
{
    FL_TRY(auto transaction, beginWriting());
    FL_TRY(const auto id,
           m_connection->insert("INSERT INTO batches(source,started_at) VALUES(?,?) RETURNING id",
                                {toValidUtf8(source), at}));
    FL_CHECK(commit(transaction));
    return id;
}

Result<void> SqlStore::queue(BatchId batch, std::span<const std::string> paths)
{
    FL_TRY(auto transaction, beginWriting());
    {
        FL_TRY(auto statement,
               m_connection->prepare(
                   "INSERT INTO batch_items(batch_id,path) VALUES(?,?) ON CONFLICT DO NOTHING"));
        for (const auto& path : paths) {
            FL_CHECK(statement->bind({batch, SqlPath{path}}));
            FL_TRY(const bool hasRow, statement->step());
            static_cast<void>(hasRow);
        }
    }
    return commit(transaction);
}

Result<std::vector<std::string>> SqlStore::queued(BatchId batch)
{
    std::vector<std::string> paths;
    FL_TRY(auto statement,
           m_connection->prepare("SELECT path FROM batch_items WHERE batch_id=? AND "
                                 "state=0 ORDER BY path"));
    FL_CHECK(statement->bind({batch}));
    for (;;) {
        FL_TRY(const bool hasRow, statement->step());
        if (!hasRow)
            return paths;
        paths.push_back(statement->text(0));
    }
}

Result<void> SqlStore::finishItem(BatchId batch, const BatchItem& item)
{
    FL_TRY(auto transaction, beginWriting());
    FL_CHECK(m_connection->change(
        "UPDATE batch_items SET state=?,problem=?,reports=? WHERE batch_id=? AND path=?",
        {static_cast<std::int64_t>(item.state), toValidUtf8(item.problem),
         static_cast<std::int64_t>(item.reports), batch, SqlPath{item.path}}));
    return commit(transaction);
}

Result<void> SqlStore::finishBatch(BatchId batch, std::int64_t at)
{
    FL_TRY(auto transaction, beginWriting());
    FL_CHECK(m_connection->change("UPDATE batches SET finished_at=? WHERE id=?", {at, batch}));
    return commit(transaction);
}

Result<std::vector<BatchSummary>> SqlStore::batches()
{
    std::vector<BatchSummary> list;
    FL_TRY(auto statement,
           m_connection->prepare(
               "SELECT b.id,b.source,b.started_at,b.finished_at,count(i.path),"
               "count(CASE WHEN i.state=0 THEN 1 END) FROM batches b LEFT JOIN batch_items i ON "
               "i.batch_id=b.id GROUP BY b.id ORDER BY b.id DESC"));
    for (;;) {
        FL_TRY(const bool hasRow, statement->step());
        if (!hasRow)
            return list;
        list.push_back({.id = statement->integer(0),
                        .source = statement->text(1),
                        .startedAt = statement->integer(2),
                        .finishedAt = statement->integerIfAny(3),
                        .items = static_cast<std::uint64_t>(statement->integer(4)),
                        .queued = static_cast<std::uint64_t>(statement->integer(5))});
    }
}

Result<std::vector<BatchItem>> SqlStore::batchItems(BatchId batch)
{
    std::vector<BatchItem> items;
    FL_TRY(auto statement,
           m_connection->prepare("SELECT path,state,problem,reports FROM batch_items "
                                 "WHERE batch_id=? ORDER BY path"));
    FL_CHECK(statement->bind({batch}));
    for (;;) {
        FL_TRY(const bool hasRow, statement->step());
        if (!hasRow)
            return items;
        const auto state = std::min<std::int64_t>(
            statement->integer(1), static_cast<std::int64_t>(BatchItemState::Failed));
        items.push_back({.path = statement->text(0),
                         .state = static_cast<BatchItemState>(std::max<std::int64_t>(state, 0)),
                         .problem = statement->text(2),
                         .reports = static_cast<std::uint32_t>(statement->integer(3))});
    }
}

} // namespace faultline::library

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/items/unwind_table_cache.h"

#include <QTest>

#include <atomic>
#include <latch>
#include <thread>

using namespace faultline;

namespace {

/// An object without unwind data. It answers slowly and counts the questions.
class SlowObject final : public object::Object
{
public:
    object::FileFormat format() const override { return object::FileFormat::Breakpad; }

    object::ObjectKind kind() const override { return object::ObjectKind::Debug; }

    Arch arch() const override { return Arch::Unknown; }

    DebugId debugId() const override { return {}; }

    CodeId codeId() const override { return {}; }

    ObjectFeatures features() const override { return {}; }

    ByteView bytes() const override { return {}; }

    std::optional<ByteView> section(std::string_view) const override
    {
        if (++asked == 1) {
            begun.count_down();
            goOn.wait();
        }
        return std::nullopt;
    }

    mutable std::atomic<int> asked = 0;
    mutable std::latch begun{1};
    mutable std::latch goOn{1};
};

} // namespace

class TestUnwindTableCache : public QObject
{
    Q_OBJECT

private slots:
    void oneTableIsMadeHoweverManyAsk();
};

void TestUnwindTableCache::oneTableIsMadeHoweverManyAsk()
{
    const auto object = std::make_shared<SlowObject>();
    symbolicate::UnwindTableCache cache;
    std::atomic<int> answers = 0;
    const auto count = [&](const Result<unwind::UnwindTablePtr>&) { ++answers; };
    {
        const std::jthread first([&] { cache.get("key", object, {}, count); });
        object->begun.wait();
        for (int i = 0; i < 10; ++i)
            cache.get("key", object, {}, count); // Does not wait for the first.
        QCOMPARE(answers.load(), 0);
        object->goOn.count_down();
    }
    QCOMPARE(answers.load(), 11);
    QCOMPARE(object->asked.load(), 1);
    cache.get("key", object, {}, count); // Failures are not remembered.
    QCOMPARE(object->asked.load(), 2);
    QCOMPARE(answers.load(), 12);
}

QTEST_GUILESS_MAIN(TestUnwindTableCache)
#include "tst_unwind_table_cache.moc"

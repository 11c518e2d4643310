// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symcache/source_path.h"
#include "core/symcache/symcache.h"
#include "fake_object.h"
#include "symcache_support.h"

#include <QTest>

#include <deque>
#include <random>

using namespace faultline;
using namespace faultline::test;

/// Compares the symcache with a slow look-up that searches all units for every address.
class TestSymCacheDifferential : public QObject
{
    Q_OBJECT

private slots:
    void agreesWithTheUnits_data();
    void agreesWithTheUnits();
};

namespace {

constexpr std::uint32_t kAddresses = 4096;

struct Sample
{
    std::shared_ptr<FakeObject> object = std::make_shared<FakeObject>();
    std::deque<std::string> texts;
};

class SampleMaker
{
public:
    explicit SampleMaker(unsigned seed) : m_random(seed) {}

    Sample make()
    {
        for (std::uint32_t unit = pick(4); unit > 0; --unit)
            m_sample.object->units.emplace_back(makeUnit());
        for (std::uint32_t symbol = pick(20); symbol > 0; --symbol)
            m_sample.object->table.push_back(
                {.address = pick(kAddresses), .sizeBytes = pick(3) * 40, .name = name("s")});
        return std::move(m_sample);
    }

private:
    std::uint32_t pick(std::uint32_t limit)
    {
        return std::uniform_int_distribution<std::uint32_t>(0, limit - 1)(m_random);
    }

    std::string_view name(const char* kind)
    {
        return m_sample.texts.emplace_back(kind + std::to_string(pick(50)));
    }

    object::DebugUnit makeUnit()
    {
        UnitBuilder builder;
        for (std::uint32_t file = 0; file < 3; ++file)
            builder.file(name("f"), name("d"), "/c");
        for (std::uint32_t function = pick(12); function > 0; --function)
            addFunction(builder);
        return std::move(builder.unit);
    }

    void addFunction(UnitBuilder& builder)
    {
        const std::uint32_t begin = pick(kAddresses - 1);
        const std::uint32_t end = begin + 1 + pick(std::min(300u, kAddresses - begin));
        builder.function(begin, end, name("g"));
        std::uint32_t address = begin + pick(4);
        for (; address < end; address += 1 + pick(20))
            builder.line(address, pick(4), pick(1000), pick(3));
        addInlines(builder, begin, end, object::kNoIndex, 0);
    }

    void addInlines(UnitBuilder& builder,
                    std::uint32_t begin,
                    std::uint32_t end,
                    std::uint32_t parent,
                    int depth)
    {
        for (std::uint32_t from = begin + pick(40); depth < 4 && from < end; from += 1 + pick(80)) {
            const std::uint32_t to = std::min(end, from + 1 + pick(60));
            const std::uint32_t index = builder.unit.functions.back().inlineCount;
            builder.inlined(from, to, parent, name("i"), pick(4), pick(3));
            addInlines(builder, from, to, index, depth + 1);
            from = to;
        }
    }

    std::mt19937 m_random;
    Sample m_sample;
};

/// Returns the function with the last start at or before the address. If several have this start,
/// the first one counts.
const object::DebugFunction*
functionAt(const FakeObject& object, std::uint32_t address, const object::DebugUnit*& owner)
{
    const object::DebugFunction* best = nullptr;
    for (const auto& unit : object.units) {
        for (const object::DebugFunction& function : unit->functions) {
            if (function.begin <= address && address < function.end &&
                (best == nullptr || function.begin > best->begin)) {
                best = &function;
                owner = &*unit;
            }
        }
    }
    return best;
}

QString place(const object::DebugUnit& unit, std::uint32_t file, std::uint32_t line)
{
    const QString path =
        file < unit.files.size()
            ? QString::fromStdString(symcache::sourcePath(
                  unit.files[file].compDir, unit.files[file].directory, unit.files[file].name))
            : QString();
    return QStringLiteral("%1:%2").arg(path).arg(line);
}

QString expectedInFunction(const object::DebugUnit& unit,
                           const object::DebugFunction& function,
                           std::uint32_t address)
{
    QString where = QStringLiteral(":0");
    QString column;
    for (std::uint32_t i = 0; i < function.lineCount; ++i) {
        const object::DebugLine& line = unit.lines[function.firstLine + i];
        if (line.address > address)
            break;
        where = place(unit, line.file, line.line);
        column = line.column == 0 ? QString() : QStringLiteral(":%1").arg(line.column);
    }
    std::uint32_t innermost = object::kNoIndex;
    for (std::uint32_t i = function.firstInline; i < function.firstInline + function.inlineCount;
         ++i) {
        const object::DebugInline& call = unit.inlines[i];
        if (call.begin <= address && address < call.end &&
            (innermost == object::kNoIndex || call.begin >= unit.inlines[innermost].begin))
            innermost = i;
    }
    QStringList parts;
    for (std::uint32_t i = innermost; i != object::kNoIndex; i = unit.inlines[i].parent) {
        parts << text(unit.inlines[i].name) + QLatin1Char(' ') + where + column;
        where = place(unit, unit.inlines[i].callFile, unit.inlines[i].callLine);
        column.clear();
    }
    parts << text(function.name) + QLatin1Char(' ') + where + column +
                 QStringLiteral(" @%1").arg(function.entry, 0, 16);
    return parts.join(QStringLiteral(" < "));
}

struct SlowSymbol
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::string_view name;
};

/// The symbols with their sizes filled in and cut at the debug info, one per address, first one
/// kept.
std::vector<SlowSymbol> slowSymbols(const FakeObject& object)
{
    std::map<std::uint64_t, const object::Symbol*> byAddress;
    for (const object::Symbol& symbol : object.table)
        byAddress.try_emplace(symbol.address, &symbol);
    std::vector<SlowSymbol> symbols;
    for (auto entry = byAddress.begin(); entry != byAddress.end(); ++entry) {
        const auto next = std::next(entry);
        const std::uint64_t gapEnd = next == byAddress.end() ? 2 * kAddresses : next->first;
        SlowSymbol symbol{entry->first,
                          entry->second->sizeBytes == 0 ? gapEnd
                                                        : entry->first + entry->second->sizeBytes,
                          entry->second->name};
        const object::DebugUnit* unit = nullptr;
        std::uint64_t end = symbol.begin;
        while (end < symbol.end &&
               functionAt(object, static_cast<std::uint32_t>(end), unit) == nullptr)
            ++end;
        symbols.push_back({symbol.begin, end, symbol.name});
    }
    return symbols;
}

QString expectedFrames(const FakeObject& object,
                       const std::vector<SlowSymbol>& symbols,
                       std::uint32_t address)
{
    const object::DebugUnit* unit = nullptr;
    if (const object::DebugFunction* function = functionAt(object, address, unit))
        return expectedInFunction(*unit, *function, address);
    QString answer;
    for (const SlowSymbol& symbol :
         symbols) { // Ascending, so the last symbol that covers the address starts last.
        if (symbol.begin <= address && address < symbol.end)
            answer =
                QStringLiteral("%1 :0 symtab @%2").arg(text(symbol.name)).arg(symbol.begin, 0, 16);
    }
    return answer;
}

} // namespace

void TestSymCacheDifferential::agreesWithTheUnits_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 40; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

void TestSymCacheDifferential::agreesWithTheUnits()
{
    QFETCH(unsigned, seed);
    const Sample sample = SampleMaker(seed).make();
    const auto written = writeCache({.object = sample.object, .symbolObjects = {}});
    QVERIFY(written);
    const auto cache = symcache::SymCache::open(ByteView::fromString(written->bytes));
    QVERIFY(cache);
    QVERIFY(cache->verify());
    const auto symbols = slowSymbols(*sample.object);
    for (std::uint32_t address = 0; address < kAddresses + 200; ++address)
        QCOMPARE(describeFrames(cache->lookup(address)),
                 expectedFrames(*sample.object, symbols, address));
}

QTEST_GUILESS_MAIN(TestSymCacheDifferential)
#include "tst_symcache_differential.moc"

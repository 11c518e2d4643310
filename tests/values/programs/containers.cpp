// SPDX-License-Identifier: GPL-3.0-or-later
// Containers and other types of the C++ library, whose summaries come from files of Natvis.
extern "C" {
#include "values.h"
}

#include <queue>

#include <any>
#include <array>
#include <atomic>
#include <bitset>
#include <chrono>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <ratio>
#include <set>
#include <span>
#include <stack>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

#define SUMMARY(path, value) FL_SAY(path, "summary", "%s", value)
/* Not every library's file has a rule for it. */
#define SUMMARY_IF_KNOWN(path, value) FL_SAY(path, "summary if known", "%s", value)
#define INT_IF_KNOWN(path, value) FL_SAY(path, "int if known", "%d", value)

__attribute__((noinline)) void sequences();
__attribute__((noinline)) void associative();
__attribute__((noinline)) void others();
__attribute__((noinline)) void more();

namespace {

struct Point
{
    int x;
    int y;
};

struct Derived : std::vector<int>
{
    int extra = 7;
};

std::string sized(std::size_t count)
{
    return "{ size=" + std::to_string(count) + " }";
}

__attribute__((noinline)) void texts()
{
    std::string small = "small";
    std::string large(600, 'x');
    large += std::to_string(opaque(5));
    std::string empty;
    std::string_view view(small.data() + 1, 3);
    std::wstring wide = L"wide \u00e9\U0001f600";
    std::u16string sixteen = u"sixteen \u00e9";
    std::filesystem::path path = "/tmp/file.txt";
    std::string text = "line\n" + std::to_string(opaque(1));
    TEXT("small", small.c_str());
    TEXT("empty", empty.c_str());
    TEXT("view", std::string(view).c_str());
    TEXT("wide", "wide \u00e9\U0001f600");
    TEXT("sixteen", "sixteen \u00e9");
    TEXT("large", (large.substr(0, 512) + "...").c_str());
    SUMMARY("path", ("\"" + path.string() + "\"").c_str());
    const auto used = small.size() + large.size() + view.size() + wide.size() + sixteen.size() +
                      empty.size() + text.size();
    sequences();
    opaque(static_cast<int>(used + path.string().size()));
}

} // namespace

__attribute__((noinline)) void sequences()
{
    std::vector<int> numbers{1, 2, opaque(3)};
    std::vector<std::string> words{"one", "two two two two two two two", "three"};
    std::vector<bool> bits;
    for (int i = 0; i < 70; ++i)
        bits.push_back(i % 3 == opaque(0));
    std::deque<int> queue;
    for (int i = 0; i < 300; ++i)
        queue.push_back(i);
    for (int i = 0; i < 150; ++i)
        queue.pop_front();
    std::deque<Point> points{{1, 2}, {3, opaque(4)}};
    std::list<int> list{10, 20, opaque(30)};
    std::list<std::string> names{"a", "bb"};
    std::forward_list<long> forward{5, 6, opaque(7)};
    std::array<short, 3> fixed{1, 2, static_cast<short>(opaque(3))};
    std::span<int> dynamic(numbers);
    std::span<short, 3> statical(fixed);
    std::vector<std::vector<int>> nested{{1}, {2, 3}};
    std::stack<int, std::vector<int>> stack;
    stack.push(opaque(9));
    std::vector<int> nothing;
    Derived derived;
    derived.push_back(opaque(77));
    std::bitset<10> flags(static_cast<unsigned>(opaque(5)));
    std::bitset<100> manyFlags;
    manyFlags.set(static_cast<std::size_t>(opaque(70)));
    SUMMARY("numbers", sized(numbers.size()).c_str());
    INT("numbers[0]", numbers[0]);
    INT("numbers[2]", numbers[2]);
    SUMMARY("words", sized(3).c_str());
    TEXT("words[1]", words[1].c_str());
    SUMMARY("bits", sized(70).c_str());
    BOOL("bits[0]", bits[0]);
    BOOL("bits[1]", bits[1]);
    BOOL("bits[63]", bits[63]);
    SUMMARY("queue", sized(150).c_str());
    INT("queue[0]", queue[0]);
    INT("queue[60]", queue[60]);
    INT("points[1].y", points[1].y);
#if !defined(_GLIBCXX_USE_CXX11_ABI) || _GLIBCXX_USE_CXX11_ABI
    SUMMARY("list", sized(3).c_str());
    INT("list[1]", 20);
    INT("list[2]", list.back());
    TEXT("names[1]", "bb");
#endif
    INT("forward[0]", 5);
    INT("forward[2]", 7);
    SUMMARY("fixed", sized(3).c_str());
    INT("fixed[2]", fixed[2]);
    SUMMARY("dynamic", sized(3).c_str());
    INT("dynamic[1]", dynamic[1]);
    INT("statical[1]", statical[1]);
    SUMMARY("nested", sized(2).c_str());
    SUMMARY("nested[1]", sized(2).c_str());
    INT("nested[1][1]", nested[1][1]);
    INT("stack[0]", 9);
    SUMMARY("nothing", sized(0).c_str());
    SUMMARY("derived", sized(1).c_str());
    INT("derived[0]", 77);
    BOOL("flags[0]", flags[0]);
    BOOL("flags[1]", flags[1]);
    BOOL("manyFlags[63]", manyFlags[63]);
    associative();
    opaque(static_cast<int>(words.size() + names.size() + nested.size() + nothing.size() +
                            derived.size() + flags.count() + manyFlags.count() + points.size() +
                            stack.size() + dynamic.size() + statical.size() + bits.size() +
                            queue.size() + list.size() + fixed.size()) +
           static_cast<int>(forward.front()));
}

__attribute__((noinline)) void associative()
{
    std::map<int, std::string> map{{1, "one"}, {2, "two"}, {opaque(3), "three"}};
    std::set<std::string> set{"x", "y"};
    std::multimap<char, int> multi{{'a', 1}, {'a', 2}};
    std::map<std::string, std::vector<int>> complex{{"k", {4, 5}}};
    std::unordered_map<std::string, int> hash{{"only", opaque(42)}};
    std::unordered_set<int> numbers{opaque(8)};
    std::unordered_map<int, double> none;
    std::pair<int, std::string> pair{opaque(1), "second"};
    SUMMARY("map", sized(3).c_str());
    INT("map[0].first", 1);
    TEXT("map[2].second", "three");
    SUMMARY("set", sized(2).c_str());
    TEXT("set[1]", "y");
    INT("multi[1].second", 2);
    SUMMARY("complex", sized(1).c_str());
    SUMMARY("complex[0]", "(\"k\", { size=2 })");
    SUMMARY("hash", sized(1).c_str());
    INT("hash[0].second", 42);
    TEXT("hash[0].first", "only");
    INT("numbers[0]", 8);
    SUMMARY("none", sized(0).c_str());
    SUMMARY("pair", "(1, \"second\")");
    INT("pair.first", 1);
    others();
    opaque(static_cast<int>(map.size() + set.size() + multi.size() + complex.size() + hash.size() +
                            numbers.size() + none.size()) +
           pair.first);
}

__attribute__((noinline)) void others()
{
    auto unique = std::make_unique<int>(opaque(11));
    std::unique_ptr<Point> nobody;
    auto shared = std::make_shared<std::string>("shared");
    auto second = shared;
    std::weak_ptr<std::string> weak = shared;
    std::optional<int> some = opaque(12);
    std::optional<std::string> without;
    std::optional<std::string> with = "with";
    std::variant<int, std::string, double> variant = std::string("alternative");
    std::variant<int, double> number = 2.5 * opaque(1);
    std::tuple<int, std::string, bool> tuple{opaque(1), "two", true};
    std::tuple<> nothing;
    std::atomic<int> atomic = opaque(13);
    std::chrono::milliseconds time(opaque(250));
    std::function<int(int)> function = [](int value) { return value; };
    std::function<void()> unset;
    std::any any;
    std::mutex mutex;
    Point point{opaque(1), 2};
    std::reference_wrapper<Point> reference = point;
    SUMMARY("nobody", "null");
    INT("(*unique[pointer])", *unique);
    // The counts of libc++ are in a class that only the library has.
    INT_IF_KNOWN("shared[strong]", 2);
    INT_IF_KNOWN("shared[weak]", 1);
    TEXT("(*shared[pointer])", "shared");
    SUMMARY("some", "12");
    INT("some[value]", 12);
    SUMMARY("without", "nullopt");
    SUMMARY("with", "\"with\"");
    SUMMARY("variant", "{ index=1, value=\"alternative\" }");
    TEXT("variant[value]", "alternative");
    SUMMARY("number", "{ index=1, value=2.5 }");
    INT("tuple[0]", 1);
    TEXT("tuple[1]", "two");
    SUMMARY("nothing", "()");
    SUMMARY("atomic", "13");
    SUMMARY("time", "250 ms");
    SUMMARY("unset", "empty");
    SUMMARY("any", "empty");
    SUMMARY_IF_KNOWN("mutex", "unlocked");
    INT("reference.x", 1);
    more();
    opaque(*unique + (nobody != nullptr) + static_cast<int>(second->size() + weak.use_count()) +
           *some + without.has_value() + with.has_value() + static_cast<int>(variant.index()) +
           static_cast<int>(number.index()) + std::get<0>(tuple) + atomic.load() +
           static_cast<int>(time.count()) + function(1) + (unset != nullptr) + any.has_value() +
           reference.get().x);
    static_cast<void>(nothing);
    const std::scoped_lock lock(mutex);
}

__attribute__((noinline)) void more()
{
    using namespace std::chrono;
    std::initializer_list<int> listed = {1, 2, 3};
    std::queue<int> queue;
    queue.push(opaque(5));
    std::priority_queue<int> first;
    first.push(opaque(6));
    std::unordered_multimap<int, int> multi{{1, opaque(2)}};
    std::unordered_multiset<int> multiSet{opaque(3)};
    std::multiset<int> set{3, opaque(3)};
    std::vector<int> numbers{1, opaque(2)};
    auto iterator = numbers.begin() + 1;
    std::weak_ptr<int> expired = std::make_shared<int>(opaque(1));
    seconds second(opaque(5));
    microseconds micro(opaque(6));
    nanoseconds nano(opaque(7));
    minutes minute(opaque(8));
    hours hour(opaque(9));
    duration<int, std::ratio<86400>> day(opaque(10));
    duration<int, std::ratio<2, 3>> odd(opaque(11));
    time_point<system_clock, milliseconds> time(milliseconds(opaque(12)));
    std::recursive_mutex mutex;
    std::thread thread;
    std::error_code code(opaque(2), std::generic_category());
    SUMMARY_IF_KNOWN("listed", sized(3).c_str());
    INT_IF_KNOWN("listed[1]", 2);
    SUMMARY("queue", sized(1).c_str());
    INT("queue[0]", 5);
    SUMMARY("first", sized(1).c_str());
    INT("first[0]", 6);
    SUMMARY("multi", sized(1).c_str());
    SUMMARY("multi[0]", "(1, 2)");
    INT("multiSet[0]", 3);
    INT("set[1]", 3);
    INT_IF_KNOWN("(*iterator[pointer])", *iterator);
    SUMMARY_IF_KNOWN("expired", "expired");
    SUMMARY("second", "5 s");
    SUMMARY("micro", "6 us");
    SUMMARY("nano", "7 ns");
    SUMMARY("minute", "8 min");
    SUMMARY("hour", "9 h");
    SUMMARY("day", "10 d");
    SUMMARY("odd", "11 * 2/3 s");
    SUMMARY("time", "12 ms");
    SUMMARY_IF_KNOWN("mutex", "unlocked");
    SUMMARY_IF_KNOWN("thread", "none");
    SUMMARY_IF_KNOWN("code", "2");
    crash();
    opaque(static_cast<int>(listed.size() + queue.size() + first.size() + multi.size() +
                            multiSet.size() + set.size() + expired.use_count()) +
           *iterator + static_cast<int>(second.count() + micro.count() + nano.count()) +
           static_cast<int>(minute.count() + hour.count() + day.count() + odd.count()) +
           static_cast<int>(time.time_since_epoch().count()) + thread.joinable() + code.value());
    const std::scoped_lock lock(mutex);
}

int main()
{
    texts();
    return 0;
}

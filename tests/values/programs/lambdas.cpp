// SPDX-License-Identifier: GPL-3.0-or-later
// What lambdas have captured, structured bindings, packs of arguments, static variables, and what
// is caught.
extern "C" {
#include "values.h"
}

#include <functional>
#include <utility>

namespace {

struct Pair
{
    int first;
    long second;
};

template <class T>
struct Held
{
    T value;
};

class Owner
{
public:
    explicit Owner(int id) : m_id(id) {}

    __attribute__((noinline)) int run(int given)
    {
        int byValue = given + 1;
        int byReference = given + 2;
        auto outer = [this, byValue, &byReference, made = given * 10]() mutable {
            byValue += opaque(100);
            INT("byValue", byValue);
            INT("byReference", byReference);
            INT("made", made);
            auto inner = [&made, byValue](auto number) {
                INT("made", made);
                INT("byValue", byValue);
                INT("number", number);
                crash();
                return opaque(made + byValue) + static_cast<int>(number);
            };
            return inner(opaque(7)) + opaque(byValue + byReference + made + m_id);
        };
        const int result = outer();
        INT("byValue", byValue);
        return opaque(result + byValue + byReference);
    }

private:
    int m_id;
};

template <class... Arguments>
__attribute__((noinline)) int packed(int first, Arguments... rest)
{
    static int calls = 60;
    calls += opaque(1);
    auto [one, two] = Pair{first, 300 + opaque(0)};
    const auto sum = (static_cast<int>(rest) + ...);
    INT("first", first);
    INT("calls", calls);
    INT("sum", sum);
    Owner owner(opaque(9));
    const int result = owner.run(first);
    return opaque(result + sum + one + static_cast<int>(two)) + calls;
}

__attribute__((noinline)) int caught(Held<short>&& moved, const std::function<int(int)>& function)
{
    INT("moved.value", moved.value);
    try {
        throw Pair{opaque(21), 22};
    } catch (const Pair& problem) {
        INT("problem.first", problem.first);
        INT("problem.second", problem.second);
        const int result = function(problem.first);
        return opaque(result + moved.value + problem.first);
    }
}

} // namespace

int main()
{
    const int base = opaque(1000);
    Held<short> held{static_cast<short>(opaque(-8))};
    const auto function = [base](int number) {
        INT("base", base);
        INT("number", number);
        return packed(number, 'c', 2.5, static_cast<short>(opaque(4))) + base;
    };
    INT("base", base);
    INT("held.value", held.value);
    const int result = caught(std::move(held), function);
    return opaque(result + base);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Several and virtual bases, members of templates, static members, and real classes behind bases.
extern "C" {
#include "values.h"
}

namespace zoo {

enum class Size : unsigned char { Small = 1, Large = 200 };

struct Named
{
    virtual ~Named() = default;
    const char* name = "nobody";
};

struct Counted
{
    int count = 1;
    static inline long total = 90;
};

struct Animal : virtual Named, virtual Counted
{
    virtual int legs() const = 0;
    int age = 10;
};

struct Swimmer : virtual Named
{
    double depth = 2.5;
};

template <class Base>
struct Owned : Base
{
    long owner = 77;
};

struct Duck final : Owned<Animal>, Swimmer
{
    __attribute__((noinline)) int legs() const override
    {
        const int twice = age * 2 + opaque(0);
        POINTER("this", this);
        INT("(*this).age", age);
        INT("(*this).owner", owner);
        INT("(*this).feathers", feathers);
        INT("(*this).count", count);
        DOUBLE("(*this).depth", depth);
        TEXT("(*this).name", name);
        INT("twice", twice);
        crash();
        return opaque(twice + feathers);
    }

    Size size = Size::Large;
    int feathers = 3000;
};

} // namespace zoo

namespace {

__attribute__((noinline)) int
ask(const zoo::Animal& animal, zoo::Swimmer* swimmer, const zoo::Named* named)
{
    const auto given = animal.age + opaque(1);
    INT("animal.age", animal.age);
    INT("animal.count", animal.count);
    TEXT("animal.name", animal.name);
    POINTER("swimmer", swimmer);
    DOUBLE("(*swimmer).depth", swimmer->depth);
    POINTER("named", named);
    TEXT("(*named).name", named->name);
    INT("given", given);
    printf("\tzoo::Counted::total\tint\t%ld\n", zoo::Counted::total);
    return animal.legs() + opaque(given) + (swimmer->depth > 1) + (named != nullptr);
}

template <int Number>
struct Holder
{
    zoo::Duck duck;
    int numbers[Number];

    __attribute__((noinline)) int hold(zoo::Size size)
    {
        zoo::Duck copy = duck;
        copy.feathers = opaque(2999);
        int Holder::* none = nullptr;
        WORD("size", "Small");
        INT("(*this).numbers[1]", numbers[1]);
        INT("(*this).duck.feathers", duck.feathers);
        INT("copy.feathers", copy.feathers);
        INT("copy.count", copy.count);
        WORD("copy.size", "Large");
        return ask(duck, &copy, &copy) + opaque(copy.feathers + static_cast<int>(size)) +
               (none == nullptr);
    }
};

} // namespace

int main()
{
    Holder<3> holder{{}, {1, opaque(2), 3}};
    holder.duck.count = opaque(4);
    holder.duck.name = "Donald";
    INT("holder.numbers[1]", holder.numbers[1]);
    INT("holder.duck.count", holder.duck.count);
    TEXT("holder.duck.name", holder.duck.name);
    const int result = holder.hold(static_cast<zoo::Size>(opaque(1)));
    return opaque(result + holder.numbers[0]);
}

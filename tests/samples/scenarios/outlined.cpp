// The fault lies in instructions that several functions have in common: an outliner moves them into a function of their own, which no source
// has, and lets each of the functions call it.
#include "scenario.h"

namespace sample {

struct Totals
{
    int sum, parity, least, steps, flags, last;
};

SAMPLE_INLINED void account(Totals* totals, int value)
{
    totals->sum += value;
    totals->parity ^= value;
    totals->least -= value;
    totals->steps += 3;
    totals->flags ^= 7;
    totals->last += value;
}

SAMPLE_FRAME int first(Totals* totals, int value)
{
    const int old = opaque(value);
    account(totals, value); // @first
    return opaque(old) + 1;
}

SAMPLE_FRAME int second(Totals* totals, int value)
{
    const int old = opaque(value);
    account(totals, value); // @second
    return opaque(old) + 2;
}

SAMPLE_FRAME int third(Totals* totals, int value)
{
    const int old = opaque(value);
    account(totals, value); // @third
    return opaque(old) + 4;
}

} // namespace sample

int main()
{
    sample::Totals totals{};
    int sum = sample::first(&totals, 1) + sample::second(&totals, 2);
    auto* wrong = sample::opaque(reinterpret_cast<sample::Totals*>(8));
    sum += sample::third(wrong, sum); // @main
    return sample::opaque(sum);
}

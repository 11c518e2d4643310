// Faults in a lambda that a template of a template calls.
#include "scenario.h"

namespace sample {

template <class T, int Size>
class Table
{
public:
    template <class Visitor>
    SAMPLE_FRAME int visit(Visitor visitor)
    {
        int visited = 0;
        for (auto& value : m_values)
            visited += visitor(value); // @visit
        return opaque(visited);
    }

private:
    T m_values[Size]{};
};

struct Clear
{
    SAMPLE_FRAME int operator()(short& value) const
    {
        faultHere(); // @clear
        return value;
    }
};

SAMPLE_FRAME int clearAll(Table<short, 3>& table)
{
    const auto visitor = [](short& value) __attribute__((noinline)) {
        const Clear clear;
        return clear(value) + opaque(1); // @lambda
    };
    return table.visit(visitor) + opaque(1); // @all
}

} // namespace sample

int main()
{
    sample::Table<short, 3> table;
    return sample::opaque(sample::clearAll(table)); // @main
}

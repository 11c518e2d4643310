// Faults in a function that a library of our own calls back.
#include "../scenarios/scenario.h"
#include "callback_library.h"

namespace sample {

int onItem(int item, void* context)
{
    faultHere(); // @item
    return item + *static_cast<int*>(context);
}

SAMPLE_FRAME int visitAll(int count)
{
    int context = opaque(count);
    const int sum = eachItem(count, onItem, &context); // @all
    return opaque(sum);
}

} // namespace sample

int main(int argc, char**)
{
    return sample::opaque(sample::visitAll(argc + 2)); // @main
}

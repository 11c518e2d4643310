// Crashes inside a shared library of its own.
#include "library.h"
#include "sample.h"

int main()
{
    sample::Scene scene(sample::opaque(3));
    const int height = scene.relayout(sample::opaque(640)); // @main
    return sample::opaque(height);
}

// Writes through a null pointer, three inlined calls deep.
#include "sample.h"

namespace sample {

struct Node
{
    int value;
    int padding[5];
    int weight;
    Node* next;
};

SAMPLE_INLINED void setWeight(Node* node, int weight)
{
    node->weight = weight; // @store
}

SAMPLE_INLINED void reset(Node* node)
{
    setWeight(node, opaque(7)); // @reset
}

SAMPLE_INLINED void resetNext(Node* node)
{
    reset(node->next); // @next
}

SAMPLE_FRAME int process(Node* list)
{
    resetNext(list); // @process
    return list->value;
}

class Importer
{
public:
    SAMPLE_FRAME int run(const char* name, double scale)
    {
        const int result = process(m_list); // @run
        return result + static_cast<int>(scale) + name[0];
    }

private:
    Node* m_list = opaque(new Node{});
};

} // namespace sample

int main(int argc, char** argv)
{
    sample::Importer importer;
    const int result = importer.run(argv[0], argc); // @main
    return sample::opaque(result);
}

package app.modern;

import java.util.function.IntSupplier;
import java.util.stream.IntStream;

final class Sealed {
    sealed interface Node permits Leaf, Pair, Negated {}

    record Leaf(int value) implements Node {}

    record Pair(Node left, Node right) implements Node {}

    record Negated(Node node) implements Node {}

    enum Mode { FAST, SAFE, OFF }

    static int evaluate(Node node) {
        if (node instanceof Leaf leaf)
            return 12 / leaf.value();
        if (node instanceof Pair pair)
            return evaluate(pair.left())
                + evaluate(pair.right());
        if (node instanceof Negated negated)
            return -evaluate(negated.node());
        throw new IllegalStateException("no node: " + node);
    }

    static int tree(int n) {
        return evaluate(new Pair(new Leaf(1), new Negated(new Pair(new Leaf(2), new Leaf(n - n)))));
    }

    static int missing() {
        return evaluate(new Pair(new Leaf(1), null));
    }

    static String mode(Mode mode) {
        return switch (mode) {
            case FAST -> fast();
            case SAFE -> {
                var text = safe(mode.ordinal());
                yield text + fast();
            }
            case OFF -> throw new UnsupportedOperationException("off");
        };
    }

    private static String fast() {
        return String.valueOf(new char[] {'a'}, 1, 3);
    }

    private static String safe(int n) {
        return switch ("mode" + n) {
            case "mode1" -> """
                text
                """.substring(20);
            default -> "";
        };
    }

    static int sum(int n) {
        IntSupplier supplier = () -> IntStream.rangeClosed(1, n)
            .map(i -> 10 / (i - 2))
            .sum();
        return supplier.getAsInt();
    }

    static Mode parse(String text) {
        return Mode.valueOf(text.toUpperCase());
    }
}

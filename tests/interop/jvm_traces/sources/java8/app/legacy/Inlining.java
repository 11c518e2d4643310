package app.legacy;

final class Inlining {
    private int[] cells = {1, 2, 3};

    static int first(int n) {
        return second(n + 1) * 2;
    }

    private static int second(int n) {
        int doubled = n * 2;
        return third(doubled,
                     n);
    }

    private static int third(int a, int b) {
        if (a > 1000)
            return a;
        return fourth(a - b) + 1;
    }

    private static int fourth(int n) {
        return new Inlining().at(n + 10);
    }

    private int at(int index) {
        return cells[index];
    }

    static String builder(String tail) {
        return new Text()
            .add("a")
            .add("b")
            .add(tail)
            .add("c")
            .done();
    }

    static int recursive(int n) {
        if (n == 0)
            return 1 / n;
        return recursive(n - 1) + n;
    }

    static int even(int n) {
        if (n == 0)
            throw new ArithmeticException("even");
        return odd(n - 1);
    }

    static int odd(int n) {
        return even(n - 1);
    }

    static int twoCalls(int n) {
        int a = check(n - 1, "a");
        int b = check(n, "b");
        return a + b;
    }

    private static int check(int n, String name) {
        if (n > 0)
            throw new IllegalArgumentException(name);
        return n;
    }

    private static final class Text {
        private final StringBuilder text = new StringBuilder();

        Text add(String part) {
            if (part.isEmpty())
                throw new IllegalArgumentException("empty part");
            text.append(part);
            return this;
        }

        String done() {
            return text.toString();
        }
    }
}

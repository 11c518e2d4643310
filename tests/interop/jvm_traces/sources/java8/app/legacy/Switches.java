package app.legacy;

final class Switches {
    enum Color { RED, GREEN, BLUE, NONE }

    enum Op {
        ADD {
            @Override
            int apply(int a, int b) {
                return a + b;
            }
        },
        DIVIDE {
            @Override
            int apply(int a, int b) {
                return a / b;
            }
        };

        abstract int apply(int a, int b);
    }

    static int mix(Color color, int n) {
        switch (color) {
        case RED:
            return n;
        case GREEN:
            return fail(color, n);
        default:
            return unknown(color);
        }
    }

    static int fail(Color color, int n) {
        switch (Op.values()[n % 2]) {
        case ADD:
            return Op.ADD.apply(n, n);
        case DIVIDE:
            return Op.DIVIDE.apply(n, n - n);
        default:
            throw new AssertionError(color);
        }
    }

    static int unknown(Color color) {
        throw new EnumConstantNotPresentException(Color.class, color.name());
    }

    static String word(String text) {
        switch (text) {
        case "one":
            return text.substring(1);
        case "three":
            return text.substring(9);
        default:
            return word("three");
        }
    }

    static Color named(String name) {
        return Color.valueOf(name);
    }
}

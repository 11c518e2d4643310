package app.legacy;

/** Small classes that optimizers merge with each other or with their only subclass. */
final class Merging {
    interface Step {
        int go(int n);
    }

    static final class Plus implements Step {
        private final int by;

        Plus(int by) {
            this.by = by;
        }

        @Override
        public int go(int n) {
            if (n > 50)
                throw new IllegalStateException("plus " + by);
            return n + by;
        }
    }

    static final class Minus implements Step {
        private final int by;

        Minus(int by) {
            this.by = by;
        }

        @Override
        public int go(int n) {
            if (n < -50)
                throw new IllegalStateException("minus " + by);
            return n - by;
        }
    }

    static final class Times implements Step {
        private final int by;

        Times(int by) {
            this.by = by;
        }

        @Override
        public int go(int n) {
            return by / (n - 60) * n;
        }
    }

    abstract static class Base {
        int run(int n) {
            return prepare(n) + finish(n);
        }

        abstract int prepare(int n);

        int finish(int n) {
            return n;
        }
    }

    static final class OnlyOne extends Base {
        @Override
        int prepare(int n) {
            return new int[2][3][n].length;
        }

        @Override
        int finish(int n) {
            throw new UnsupportedOperationException("finish");
        }
    }

    static class Shared {
        static int a(int n) {
            return n == 0 ? b(n) : n;
        }

        static int b(int n) {
            return Shared2.c(n);
        }
    }

    static class Shared2 {
        static int c(int n) {
            Object text = n == 0 ? "zero" : Integer.valueOf(n);
            return (Integer) text;
        }
    }

    static int steps(int kind) {
        Step[] all = {new Plus(kind), new Minus(kind + 1), new Times(kind + 2)};
        int n = kind == 0 ? 100 : kind == 1 ? -100 : 60;
        return all[kind].go(n);
    }

    static int vertical(int n) {
        return new OnlyOne().run(n);
    }

    static int shared(int n) {
        return Shared.a(n);
    }
}

package app.legacy;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;

final class Nesting {
    private final int[] values;
    private int sum = 5;

    {
        sum = sum + 1;
    }

    Nesting(int... values) {
        this.values = values;
    }

    final class Walker implements Iterator<Integer> {
        private int at;

        @Override
        public boolean hasNext() {
            return true;
        }

        @Override
        public Integer next() {
            if (at >= values.length)
                throw new NoSuchElementException("at " + at);
            return values[at++];
        }
    }

    static int iterate(int n) {
        Nesting nesting = new Nesting(1, 2, n);
        int sum = 0;
        for (Iterator<Integer> walker = nesting.new Walker(); walker.hasNext();)
            sum += walker.next();
        return sum;
    }

    static int anonymous(final int n) throws Exception {
        Callable<Integer> call = new Callable<Integer>() {
            private final int[] cells = new int[n];

            @Override
            public Integer call() {
                return new Callable<Integer>() {
                    @Override
                    public Integer call() {
                        return cells[n];
                    }
                }.call();
            }
        };
        return call.call();
    }

    static int local(int n) {
        class Local {
            int depth(int d) {
                return d == 0 ? n / d : depth(d - 1);
            }
        }
        return new Local().depth(3);
    }

    static final class Initialized {
        private final int length = System.getProperty("no.such.property").length();
        private final int twice;

        Initialized(int n) {
            twice = n * 2;
        }

        int twice() {
            return twice + length;
        }
    }

    interface Greeter {
        String who();

        default String greet() {
            return "hello " + who().trim();
        }

        static String loud(Greeter greeter) {
            return greeter.greet().toUpperCase();
        }
    }

    static String defaults(String name) {
        return Greeter.loud(() -> name.isEmpty() ? null : name.substring(name.length() + 1));
    }

    static int fields(int n) {
        return new Initialized(n).twice();
    }
}

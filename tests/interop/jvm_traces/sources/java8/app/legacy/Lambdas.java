package app.legacy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;

final class Lambdas {
    private final List<String> seen = new ArrayList<>();

    void each(List<String> names, int limit) {
        names.forEach(name -> {
            seen.add(name);
            if (seen.size() > limit)
                throw new UnsupportedOperationException(name);
        });
    }

    static int parse(String text) {
        return Integer.parseInt(text.trim());
    }

    static int compose(String text) {
        Function<String, Integer> parsed = Lambdas::parse;
        Function<String, Integer> twice = parsed.andThen(v -> v * 2);
        return twice.compose((String s) -> s + "?").apply(text);
    }

    static List<Integer> stream(List<String> names) {
        return names.stream()
            .filter(n -> !n.isEmpty())
            .map(n -> n.charAt(3))
            .map(c -> (int) c)
            .collect(Collectors.toList());
    }

    static String nested(int depth) {
        Supplier<String> outer = () -> {
            Supplier<String> inner = () -> {
                Callable<String> innermost = () -> String.valueOf(100 / (depth - depth));
                try {
                    return innermost.call();
                } catch (RuntimeException e) {
                    throw e;
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            };
            return inner.get();
        };
        return outer.get();
    }

    static void constructor(int size) {
        IntFunction<int[]> maker = int[]::new;
        System.out.println(maker.apply(size - 40).length);
    }

    static Object optional(String key) {
        return Optional.of(key)
            .map(k -> new TreeMap<String, String>().get(k))
            .orElseThrow(() -> new Missing("no " + key));
    }

    static void sorted() {
        Object[] mixed = {"a", 1, "c"};
        Arrays.sort(mixed, (a, b) -> ((String) a).compareTo((String) b));
    }

    static final class Missing extends RuntimeException {
        Missing(String text) {
            super(text);
        }
    }
}

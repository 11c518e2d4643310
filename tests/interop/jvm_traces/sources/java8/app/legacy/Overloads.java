package app.legacy;

final class Overloads {
    private String kept;

    Overloads(int number) {
        this(String.valueOf(number));
    }

    Overloads(String text) {
        kept = put(text);
    }

    String put(int number) {
        return put((long) number);
    }

    String put(long number) {
        return put(Long.valueOf(number));
    }

    String put(Object object) {
        return put(object.toString());
    }

    String put(String text) {
        return put(text, 0);
    }

    String put(String text, int from) {
        if (text.length() < 9)
            throw new StringIndexOutOfBoundsException("put " + text.length());
        return text.substring(from);
    }

    String put(String... texts) {
        return put(texts[0], 1);
    }

    String put(int[] numbers) {
        return put(numbers[2]);
    }

    static void numbers(int seed) {
        Overloads made = new Overloads("long enough text");
        made.put(new int[] {1, 2, seed});
    }

    static void constructors(int seed) {
        new Overloads(seed).put("never", "here");
    }

    static void variable(String[] texts) {
        new Overloads("long enough text").put(texts);
    }
}

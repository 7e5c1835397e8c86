package android.net;

/** A double for tests. */
public class Uri {
    public static Uri parse(String text) {
        return new Uri();
    }
}

package android.os;

/** A double for tests. */
public class Build {
    public static class VERSION {
        public static final int SDK_INT = Integer.getInteger("sdk", 36);
    }
}

package android;

/** A double for tests: the number of an icon. */
public final class R {
    public static final class drawable {
        public static final int stat_notify_sync = 17301623;
    }
}

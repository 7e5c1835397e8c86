package android.content;

/** A double for tests. */
public final class ComponentName {
    public ComponentName(Context context, Class<?> type) {}
}

package android.content;

/** A double for tests. */
public final class ComponentName {
    public final Class<?> type;

    public ComponentName(Context context, Class<?> type) {
        this.type = type;
    }
}

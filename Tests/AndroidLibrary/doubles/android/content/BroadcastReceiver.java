package android.content;

/** A double for tests. */
public abstract class BroadcastReceiver {
    public abstract void onReceive(Context context, Intent intent);
}

package yoban.android;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;

/** Continues the recording after a boot, and after an update of the app. */
public final class RecorderReceiver extends BroadcastReceiver {
    @Override
    public void onReceive(Context context, Intent intent) {
        String action = intent.getAction();
        if (Intent.ACTION_BOOT_COMPLETED.equals(action)
                || Intent.ACTION_MY_PACKAGE_REPLACED.equals(action)) {
            Native.open(context);
            Native.holdIfNeeded();
        }
    }
}

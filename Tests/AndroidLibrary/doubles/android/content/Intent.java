package android.content;

import android.net.Uri;

/** A double for tests. */
public class Intent {
    public static final String ACTION_BOOT_COMPLETED = "android.intent.action.BOOT_COMPLETED";
    public static final String ACTION_MY_PACKAGE_REPLACED = "android.intent.action.MY_PACKAGE_REPLACED";

    public Class<?> type;
    private String action;

    public Intent(Context context, Class<?> type) {
        android.app.Phone.call("Intent");
        this.type = type;
    }

    public Intent(String action, Uri data) {
        this.action = action;
    }

    public String getAction() {
        return action;
    }
}

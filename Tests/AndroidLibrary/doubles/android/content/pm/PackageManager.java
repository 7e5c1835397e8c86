package android.content.pm;

import android.app.Phone;
import android.content.Intent;

/** A double for tests. */
public class PackageManager {
    public static final int PERMISSION_GRANTED = 0;
    public static final int PERMISSION_DENIED = -1;

    public PackageInfo getPackageInfo(String name, int flags) {
        Phone.call("PackageManager.getPackageInfo");
        return new PackageInfo();
    }

    public Intent getLaunchIntentForPackage(String name) {
        return new Intent("launch", null);
    }
}

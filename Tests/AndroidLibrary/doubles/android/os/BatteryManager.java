package android.os;

import android.app.Phone;

/** A double for tests. */
public class BatteryManager {
    public int getIntProperty(int property) {
        Phone.call("BatteryManager.getIntProperty");
        return property == 4 ? 73 : Integer.MIN_VALUE;
    }
}

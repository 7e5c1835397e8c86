package android.os;

import android.app.Phone;

/** A double for tests. */
public class PowerManager {
    public boolean isIgnoringBatteryOptimizations(String packageName) {
        Phone.call("PowerManager.isIgnoringBatteryOptimizations");
        return false;
    }

    public WakeLock newWakeLock(int levelAndFlags, String tag) {
        Phone.call("PowerManager.newWakeLock");
        return new WakeLock();
    }

    public final class WakeLock {
        public void acquire() {
            Phone.call("WakeLock.acquire");
            Phone.say("wake lock acquired");
        }

        public void release() {
            Phone.call("WakeLock.release");
            Phone.say("wake lock released");
        }
    }
}

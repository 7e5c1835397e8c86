package android.net;

import android.app.Phone;

/** A double for tests. */
public class ConnectivityManager {
    public static final ConnectivityManager manager = new ConnectivityManager();
    private NetworkCallback callback;

    public static class NetworkCallback {
        public void onAvailable(Network network) {}

        public void onBlockedStatusChanged(Network network, boolean isBlocked) {}
    }

    public void registerDefaultNetworkCallback(NetworkCallback callback) {
        Phone.call("ConnectivityManager.registerDefaultNetworkCallback");
        this.callback = callback;
    }

    /** The phone has a network. */
    public void cameOnline() {
        if (callback == null) return;
        callback.onAvailable(new Network());
        callback.onBlockedStatusChanged(new Network(), false);
    }
}

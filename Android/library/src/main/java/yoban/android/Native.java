package yoban.android;

import android.app.job.JobParameters;
import android.content.Context;
import android.net.ConnectivityManager;
import android.net.Network;
import android.os.Handler;
import android.os.Looper;
import java.util.ArrayDeque;
import java.util.concurrent.CopyOnWriteArrayList;

/** The runtime in Swift: its library, the calls to it, and its calls back. */
final class Native {
    private static final CopyOnWriteArrayList<RecorderListener> listeners =
            new CopyOnWriteArrayList<>();
    /** The newest events that no listener was there for. */
    private static final ArrayDeque<RecorderEvent> missed = new ArrayDeque<>();
    private static final int MISSED_MAX = 100;
    private static final Handler main = new Handler(Looper.getMainLooper());
    private static boolean isOpen;

    private Native() {}

    static {
        System.loadLibrary("YobanAndroidJNI");
    }

    /** Starts the runtime in this process, once. A recording of an earlier process continues. */
    static synchronized void open(Context context) {
        Context application = context.getApplicationContext();
        attach(application);
        if (isOpen) return;
        isOpen = true;
        Object manager = application.getSystemService(Context.CONNECTIVITY_SERVICE);
        if (!(manager instanceof ConnectivityManager)) return;
        try {
            ((ConnectivityManager) manager).registerDefaultNetworkCallback(new NetworkListener());
        } catch (RuntimeException refused) {
            // Without the callback, chunks are sent again after a growing delay.
            onEvent(RecorderEvent.NETWORK_UNKNOWN, refused.toString());
        }
    }

    static void add(RecorderListener listener) {
        final RecorderEvent[] events;
        synchronized (missed) {
            listeners.addIfAbsent(listener);
            events = missed.toArray(new RecorderEvent[0]);
            missed.clear();
        }
        for (RecorderEvent event : events) deliver(event);
    }

    static void remove(RecorderListener listener) {
        listeners.remove(listener);
    }

    /** Called by the runtime, on any thread. */
    static void onEvent(String kind, String message) {
        RecorderEvent event = new RecorderEvent(kind, message);
        synchronized (missed) {
            if (listeners.isEmpty()) {
                if (missed.size() == MISSED_MAX) missed.removeFirst();
                missed.addLast(event);
                return;
            }
        }
        deliver(event);
    }

    private static void deliver(final RecorderEvent event) {
        main.post(new Runnable() {
            @Override
            public void run() {
                for (RecorderListener listener : listeners) listener.onEvent(event);
            }
        });
    }

    private static final class NetworkListener extends ConnectivityManager.NetworkCallback {
        @Override
        public void onAvailable(Network network) {
            networkAvailable();
        }

        /** Doze and Data Saver block the network of an app. */
        @Override
        public void onBlockedStatusChanged(Network network, boolean isBlocked) {
            if (!isBlocked) networkAvailable();
        }
    }

    /** Gives the context to the runtime, and opens the recording of the stored configuration if it is not open. */
    private static native void attach(Context application);

    /** Throws IllegalArgumentException for a wrong value, and IllegalStateException if nothing can be recorded. */
    static native void start(String[] configuration);

    /** Throws as start does. */
    static native void setCollector(String collector, String token);

    static native void enroll(String code);

    /** The device, the collector and the token that a code has given; empty without one. */
    static native String[] access();

    static native void stop();

    static native void holdIfNeeded();

    static native void requeueQuarantined();

    /** The numbers of RecorderProgress, in the order of its constructor. */
    static native long[] progress();

    /** Returns whether the service is needed. It is then in the foreground. */
    static native boolean serviceStarted(RecorderService service);

    static native void serviceTimedOut();

    static native void serviceDestroyed();

    static native void jobStarted(RecorderJobService service, JobParameters parameters);

    static native void jobStopped();

    static native void networkAvailable();
}

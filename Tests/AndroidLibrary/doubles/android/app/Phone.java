package android.app;

import android.content.Context;
import android.content.Intent;
import android.os.Handler;
import android.os.Looper;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The system behind the doubles. It creates services on the main thread, as Android does, and ends
 * the app where Android would. A test chooses which calls throw.
 */
public final class Phone {
    public static Phone phone;
    /** The calls that throw, with what they throw. */
    private static final Map<String, RuntimeException> failures = new ConcurrentHashMap<>();

    public final Context application;
    private final Map<Class<?>, Service> services = new HashMap<>();
    private boolean mustEnterForeground;

    public Phone(Context application) {
        this.application = application;
        phone = this;
    }

    public static void fail(String call, RuntimeException exception) {
        if (exception == null) failures.remove(call);
        else failures.put(call, exception);
    }

    /** Each double calls this with the name of its method. */
    public static void call(String name) {
        RuntimeException exception = failures.get(name);
        if (exception == null) return;
        say("thrown " + name);
        exception.fillInStackTrace();
        throw exception;
    }

    public static synchronized void say(String line) {
        System.out.println(line.replace('\n', ' '));
        System.out.flush();
    }

    public void start(final Intent intent, final boolean inForeground) {
        new Handler(Looper.getMainLooper()).post(new Runnable() {
            @Override
            public void run() {
                mustEnterForeground = inForeground;
                deliver(intent.type, intent);
            }
        });
    }

    /** Creates an object of a service's class. */
    public Service make(Class<?> type) {
        try {
            Service service = (Service) type.getDeclaredConstructor().newInstance();
            service.attach(application);
            return service;
        } catch (ReflectiveOperationException exception) {
            throw new IllegalStateException(exception);
        }
    }

    /** Creates the service if necessary, and gives it an intent; null after the end of a process. */
    public void deliver(Class<?> type, Intent intent) {
        Service service = services.get(type);
        if (service == null) {
            service = make(type);
            services.put(type, service);
            service.onCreate();
        }
        int answer = service.onStartCommand(intent, 0, 1);
        say("service " + (answer == Service.START_STICKY ? "sticky" : "not sticky"));
    }

    /** A call that is refused counts, too (rule AN1). */
    void callsStartForeground() {
        mustEnterForeground = false;
    }

    void enteredForeground(Service service, Notification notification, int type) {
        say("foreground " + type + " " + notification.title + "|" + notification.text + "|"
                + notification.icon);
    }

    public void stop(final Service service) {
        new Handler(Looper.getMainLooper()).post(new Runnable() {
            @Override
            public void run() {
                // Android ends an app whose service was started for the foreground and stops before it was there.
                if (mustEnterForeground) throw new IllegalStateException("did not then call startForeground");
                if (services.values().remove(service)) {
                    service.onDestroy();
                    say("service destroyed");
                }
            }
        });
    }

    public boolean stop(Class<?> type) {
        Service service = services.get(type);
        if (service != null) stop(service);
        else if (mustEnterForeground) throw new IllegalStateException("did not then call startForeground");
        return service != null;
    }

    public Service service(Class<?> type) {
        return services.get(type);
    }
}

package android.content;

import android.app.NotificationManager;
import android.app.Phone;
import android.app.job.JobScheduler;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageManager;
import android.content.res.Resources;
import android.net.ConnectivityManager;
import android.os.BatteryManager;
import android.os.PowerManager;
import java.io.File;

/** A double for tests: the context of the application, or of a service. */
public class Context {
    public static final String CONNECTIVITY_SERVICE = "connectivity";
    public static final String NOTIFICATION_SERVICE = "notification";
    public static final String POWER_SERVICE = "power";

    private Context application;
    private File files;

    public static Context application(File files) {
        Context context = new Context();
        context.application = context;
        context.files = files;
        return context;
    }

    public final void attach(Context application) {
        this.application = application;
        files = application.files;
    }

    public Context getApplicationContext() {
        return application;
    }

    public File getNoBackupFilesDir() {
        Phone.call("Context.getNoBackupFilesDir");
        return files;
    }

    public String getPackageName() {
        Phone.call("Context.getPackageName");
        return "example.night";
    }

    public PackageManager getPackageManager() {
        Phone.call("Context.getPackageManager");
        return new PackageManager();
    }

    public ApplicationInfo getApplicationInfo() {
        return new ApplicationInfo();
    }

    public Resources getResources() {
        return new Resources();
    }

    public int checkSelfPermission(String permission) {
        return PackageManager.PERMISSION_DENIED;
    }

    public Object getSystemService(String name) {
        Phone.call("Context.getSystemService");
        switch (name) {
            case "batterymanager": return new BatteryManager();
            case "connectivity": return ConnectivityManager.manager;
            case "jobscheduler": return new JobScheduler();
            case "notification": return new NotificationManager();
            case "power": return new PowerManager();
            default: return null;
        }
    }

    public ComponentName startForegroundService(Intent intent) {
        Phone.call("Context.startForegroundService");
        Phone.phone.start(intent, true);
        return new ComponentName(this, intent.type);
    }

    public ComponentName startService(Intent intent) {
        Phone.call("Context.startService");
        Phone.phone.start(intent, false);
        return new ComponentName(this, intent.type);
    }

    public boolean stopService(Intent intent) {
        Phone.call("Context.stopService");
        return Phone.phone.stop(intent.type);
    }
}

package android.app.job;

import android.app.Phone;
import android.app.Service;
import android.content.Intent;
import android.os.IBinder;

/** A double for tests. */
public abstract class JobService extends Service {
    public abstract boolean onStartJob(JobParameters parameters);

    public abstract boolean onStopJob(JobParameters parameters);

    public final void jobFinished(JobParameters parameters, boolean wantsReschedule) {
        Phone.call("JobService.jobFinished");
        JobScheduler.finished(this);
        Phone.say("job finished");
    }

    @Override
    public final IBinder onBind(Intent intent) {
        return null;
    }
}

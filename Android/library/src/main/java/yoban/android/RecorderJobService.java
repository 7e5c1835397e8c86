package yoban.android;

import android.app.job.JobParameters;
import android.app.job.JobService;

/**
 * A job about every 15 minutes during a recording. Some phones end apps and do not start their
 * services again: the job starts the service again, if Android allows it, and sends what waits.
 */
public final class RecorderJobService extends JobService {
    @Override
    public boolean onStartJob(JobParameters parameters) {
        Native.open(this);
        Native.jobStarted(this, parameters);
        return true;
    }

    @Override
    public boolean onStopJob(JobParameters parameters) {
        Native.jobStopped();
        return false;
    }
}

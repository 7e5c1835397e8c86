package android.app.job;

/** A double for tests. */
public class JobParameters {}

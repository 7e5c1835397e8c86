package android.os;

/** A double for tests. */
public interface IBinder {}

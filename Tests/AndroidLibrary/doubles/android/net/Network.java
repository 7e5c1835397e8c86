package android.net;

/** A double for tests. */
public class Network {}

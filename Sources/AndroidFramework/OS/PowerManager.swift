internal import YobanSimulatedAndroid

/// `android.os.PowerManager`.
public final class PowerManager {
  /// Keeps the CPU awake; the screen may turn off.
  public static let PARTIAL_WAKE_LOCK: Int32 = 1
  public static let ACTION_DEVICE_IDLE_MODE_CHANGED =
    "android.os.action.DEVICE_IDLE_MODE_CHANGED"

  private let client: AndroidClient
  init(_ client: AndroidClient) { self.client = client }

  /// - Parameter levelAndFlags: `PARTIAL_WAKE_LOCK`; the other levels are deprecated.
  /// - Throws: `IllegalArgumentException` for any other level.
  public func newWakeLock(_ levelAndFlags: Int32, _ tag: String) throws -> WakeLock {
    guard levelAndFlags == Self.PARTIAL_WAKE_LOCK else {
      throw IllegalArgumentException("Must specify a valid wake lock level.")
    }
    return WakeLock(client, tag)
  }

  /// Returns whether the screen is lit.
  public func isInteractive() -> Bool { client.isScreenOn }
  /// Returns whether the phone is in deep Doze (AN8).
  public func isDeviceIdleMode() -> Bool { client.isDeviceIdle }
  public func isPowerSaveMode() -> Bool { client.isPowerSaveMode }
  public func isIgnoringBatteryOptimizations(_ packageName: String) -> Bool {
    packageName == client.manifest.package && client.ignoresBatteryOptimizations
  }

  /// `android.os.PowerManager.WakeLock`: keeps the CPU awake while it is held (AN7). The system
  /// releases it when the process ends.
  public final class WakeLock: @unchecked SimulationConfined {
    private let client: AndroidClient
    private let lock: YobanSimulatedAndroid.WakeLock

    init(_ client: AndroidClient, _ tag: String) {
      self.client = client
      lock = client.makeWakeLock(tag)
    }

    /// - Throws: `SecurityException` without the permission WAKE_LOCK.
    public func acquire() throws { try take(nil) }

    /// Acquires the lock, which is released automatically after the given milliseconds.
    ///
    /// - Throws: `SecurityException` without the permission WAKE_LOCK.
    public func acquire(_ timeout: Int64) throws { try take(.milliseconds(timeout)) }

    private func take(_ timeout: Duration?) throws {
      try throwing { () throws(AndroidException) in try client.acquire(lock, timeout: timeout) }
    }

    /// - Throws: `RuntimeException` if the lock was released more often than acquired.
    public func release() throws {
      try throwing { () throws(AndroidException) in try client.release(lock) }
    }

    public func isHeld() -> Bool { lock.isHeld }
    /// Sets whether each `acquire` needs its own `release`. Default: true.
    public func setReferenceCounted(_ value: Bool) { client.setReferenceCounted(lock, value) }
  }
}

/// `android.os.BatteryManager`.
public final class BatteryManager {
  public static let BATTERY_PROPERTY_CAPACITY: Int32 = 4
  private let client: AndroidClient
  init(_ client: AndroidClient) { self.client = client }

  public func isCharging() -> Bool { client.isCharging }
  /// Returns `BATTERY_PROPERTY_CAPACITY` in percent; `Int32.min` for other properties.
  public func getIntProperty(_ id: Int32) -> Int32 {
    id == Self.BATTERY_PROPERTY_CAPACITY
      ? Int32((client.batteryLevel * 100).rounded()) : Int32.min
  }
}

/// `android.os.SystemClock`.
public enum SystemClock {
  private static var client: AndroidClient { AndroidClient.calling("SystemClock was read") }

  /// Returns the milliseconds since boot, including sleep.
  public static func elapsedRealtime() -> Int64 { elapsedRealtimeNanos() / 1_000_000 }
  public static func elapsedRealtimeNanos() -> Int64 { nanoseconds(client.elapsedRealtime) }
  /// Returns the milliseconds since boot, without the time in which the CPU slept.
  public static func uptimeMillis() -> Int64 { nanoseconds(client.uptimeAwake) / 1_000_000 }

  private static func nanoseconds(_ time: Duration) -> Int64 {
    time.components.seconds * 1_000_000_000 + time.components.attoseconds / 1_000_000_000
  }
}

/// `android.os.Build`.
public enum Build {
  /// `android.os.Build.VERSION`.
  public enum VERSION {
    /// The API level of the phone.
    public static var SDK_INT: Int32 {
      Int32(AndroidClient.calling("Build.VERSION was read").apiLevel)
    }
  }

  /// `android.os.Build.VERSION_CODES`.
  public enum VERSION_CODES {
    public static let O: Int32 = 26
    public static let O_MR1: Int32 = 27
    public static let P: Int32 = 28
    public static let Q: Int32 = 29
    public static let R: Int32 = 30
    public static let S: Int32 = 31
    public static let S_V2: Int32 = 32
    public static let TIRAMISU: Int32 = 33
    public static let UPSIDE_DOWN_CAKE: Int32 = 34
    public static let VANILLA_ICE_CREAM: Int32 = 35
    public static let BAKLAVA: Int32 = 36
  }
}

/// `android.os.Looper` of the main thread.
public final class Looper: Sendable {
  private static let main = Looper()
  public static func getMainLooper() -> Looper { main }
}

/// `android.os.Handler` of the main thread. Nothing runs while the CPU sleeps or the process is
/// frozen; work that was due runs later (AN7).
public final class Handler: Sendable {
  public init(_ looper: Looper) {}

  @discardableResult public func post(_ r: @escaping @Sendable () -> Void) -> Bool {
    DispatchQueue.main.async(execute: r)
    return true
  }

  /// - Parameter delayMillis: The delay from now, in milliseconds.
  @discardableResult
  public func postDelayed(_ r: @escaping @Sendable () -> Void, _ delayMillis: Int64) -> Bool {
    DispatchQueue.main.asyncAfter(
      deadline: .now() + .milliseconds(Int(delayMillis)), execute: r)
    return true
  }
}

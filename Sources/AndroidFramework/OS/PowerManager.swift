internal import SimulatedOS

/// `android.os.PowerManager`.
public final class PowerManager {
  /// The CPU stays awake, the screen may go dark.
  public static let PARTIAL_WAKE_LOCK: Int32 = 1
  public static let ACTION_DEVICE_IDLE_MODE_CHANGED =
    "android.os.action.DEVICE_IDLE_MODE_CHANGED"

  private let client: AndroidClient
  init(_ client: AndroidClient) { self.client = client }

  /// - Parameter levelAndFlags: `PARTIAL_WAKE_LOCK`; the others are deprecated.
  /// - Throws: `IllegalArgumentException` for any other.
  public func newWakeLock(_ levelAndFlags: Int32, _ tag: String) throws -> WakeLock {
    guard levelAndFlags == Self.PARTIAL_WAKE_LOCK else {
      throw IllegalArgumentException("Must specify a valid wake lock level.")
    }
    return WakeLock(client, tag)
  }

  /// Whether the screen is lit.
  public func isInteractive() -> Bool { client.isScreenOn }
  /// Whether the phone is in deep Doze (AN8).
  public func isDeviceIdleMode() -> Bool { client.isDeviceIdle }
  public func isPowerSaveMode() -> Bool { client.isPowerSaveMode }
  public func isIgnoringBatteryOptimizations(_ packageName: String) -> Bool {
    packageName == client.manifest.package && client.ignoresBatteryOptimisations
  }

  /// `android.os.PowerManager.WakeLock`: keeps the CPU awake while it is held (AN7). The system
  /// releases it when the process ends.
  ///
  /// Sendable: belongs to one process, of whose code one thing runs at a time.
  public final class WakeLock: @unchecked Sendable {
    private let client: AndroidClient
    private let lock: SimulatedOS.WakeLock

    init(_ client: AndroidClient, _ tag: String) {
      self.client = client
      lock = client.makeWakeLock(tag)
    }

    /// - Throws: `SecurityException` without the permission WAKE_LOCK.
    public func acquire() throws { try take(nil) }

    /// Released by itself after so many milliseconds.
    ///
    /// - Throws: as above.
    public func acquire(_ timeout: Int64) throws { try take(.milliseconds(timeout)) }

    private func take(_ timeout: Duration?) throws {
      try throwing { () throws(AndroidException) in try client.acquire(lock, timeout: timeout) }
    }

    /// - Throws: `RuntimeException` if it was released more often than acquired.
    public func release() throws {
      try throwing { () throws(AndroidException) in try client.release(lock) }
    }

    public func isHeld() -> Bool { lock.isHeld }
    /// Default: true.
    public func setReferenceCounted(_ value: Bool) { client.setReferenceCounted(lock, value) }
  }
}

/// `android.os.BatteryManager`.
public final class BatteryManager {
  public static let BATTERY_PROPERTY_CAPACITY: Int32 = 4
  private let client: AndroidClient
  init(_ client: AndroidClient) { self.client = client }

  public func isCharging() -> Bool { client.isCharging }
  /// `BATTERY_PROPERTY_CAPACITY` in percent; `Int32.min` for others.
  public func getIntProperty(_ id: Int32) -> Int32 {
    id == Self.BATTERY_PROPERTY_CAPACITY
      ? Int32((client.batteryLevel * 100).rounded()) : Int32.min
  }
}

/// `android.os.SystemClock`.
public enum SystemClock {
  private static var client: AndroidClient { AndroidClient.calling("SystemClock was read") }

  /// Milliseconds since boot, sleep included.
  public static func elapsedRealtime() -> Int64 { elapsedRealtimeNanos() / 1_000_000 }
  public static func elapsedRealtimeNanos() -> Int64 { nanoseconds(client.elapsedRealtime) }
  /// Milliseconds since boot without what the CPU slept.
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

/// `android.os.Looper`: that of the main thread.
public final class Looper: Sendable {
  private static let main = Looper()
  public static func getMainLooper() -> Looper { main }
}

/// `android.os.Handler` of the main thread. While the CPU sleeps or the process is frozen nothing is
/// run; what was due comes later (AN7).
public final class Handler: Sendable {
  public init(_ looper: Looper) {}

  @discardableResult public func post(_ r: @escaping @Sendable () -> Void) -> Bool {
    DispatchQueue.main.async(execute: r)
    return true
  }

  /// - Parameter delayMillis: from now.
  @discardableResult
  public func postDelayed(_ r: @escaping @Sendable () -> Void, _ delayMillis: Int64) -> Bool {
    DispatchQueue.main.asyncAfter(
      deadline: .now() + .milliseconds(Int(delayMillis)), execute: r)
    return true
  }
}

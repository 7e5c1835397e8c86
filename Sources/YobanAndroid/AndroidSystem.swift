import Foundation
import Yoban

/// The parts of an Android phone that a recording needs, in its own terms. Everything that the recording knows of
/// Android passes through them.
///
/// There are two implementations: `YobanAndroidComponents` on the simulated phones, and `YobanAndroidJNI` on a real
/// phone. Isolated to `RecorderActor`.
@RecorderActor
public protocol AndroidSystem: AnyObject {
  /// `Build.VERSION.SDK_INT`.
  var apiLevel: Int { get }
  /// The private folder of the app for recordings. On a real phone, it is not part of the phone's backup.
  var filesFolder: URL { get }
  /// The battery in percent, the version of the app and the free storage, as far as they are known.
  var deviceFacts: DeviceFacts { get }
  /// Whether the user has switched battery optimization off for the app,
  /// `PowerManager.isIgnoringBatteryOptimizations`.
  var ignoresBatteryOptimizations: Bool { get }
  var sensors: any AndroidSensors { get }

  /// Asks the system to start the service. When it has, the recording's `serviceStarted(_:)` is called.
  ///
  /// - Parameter inForeground: whether the service will enter the foreground, `Context.startForegroundService`.
  /// - Throws: what Android has thrown, such as a `ForegroundServiceStartNotAllowedException` (AN4).
  func startService(inForeground: Bool) throws(AndroidRefusal)
  /// Stops the service. Does nothing if it does not run.
  func stopService()

  /// Keeps the CPU awake, with a partial wake lock, until `releaseWakeLock()` (AN7).
  ///
  /// - Throws: what Android has thrown, such as a `SecurityException` without the permission WAKE_LOCK.
  func acquireWakeLock() throws(AndroidRefusal)
  /// Lets the CPU sleep. Does nothing if the wake lock is not held.
  func releaseWakeLock()

  /// Sets whether a job of the system calls the recording's `jobStarted(_:)` about every 15 minutes, in a new process
  /// if necessary: some phones end apps and do not start their services again (AN10). Does nothing if the app
  /// declares no service for it.
  func setRestartJob(_ isWanted: Bool)
}

/// The service that keeps the recording running, while it is started. Isolated to `RecorderActor`.
@RecorderActor
public protocol AndroidService: AnyObject {
  /// Moves the service to the foreground, with its notification.
  ///
  /// - Throws: what Android has thrown: the start was not allowed, or the type needs a permission (AN4 to AN6).
  func enterForeground(_ type: AndroidServiceType) throws(AndroidRefusal)
}

/// The sensors of the phone. Isolated to `RecorderActor`, except the clock.
@RecorderActor
public protocol AndroidSensors: AnyObject {
  /// The sensors that the phone has.
  var available: [AndroidSensorKind] { get }

  /// Starts the delivery of a sensor's samples.
  ///
  /// - Parameters:
  ///   - period: the time between two samples in microseconds.
  ///   - maxReportLatency: the longest time that a sample may wait in the sensor's FIFO, in microseconds (AN16).
  ///   - receiver: called on the queue of `RecorderActor`, until `AndroidSensorRegistration.unregister()`.
  /// - Returns: nil if the sensor does not start.
  /// - Throws: what Android has thrown, such as a `SecurityException` for a rate above 200 Hz (AN16).
  func register(
    _ kind: AndroidSensorKind, period: Int32, maxReportLatency: Int32,
    receiver: any AndroidSensorReceiver
  ) throws(AndroidRefusal) -> (any AndroidSensorRegistration)?

  /// The clock of the samples: nanoseconds since the boot, including sleep, `SystemClock.elapsedRealtimeNanos()`.
  nonisolated func elapsedRealtimeNanos() -> Int64
}

/// A sensor that delivers samples to a receiver. Isolated to `RecorderActor`.
@RecorderActor
public protocol AndroidSensorRegistration: AnyObject {
  /// Asks for the samples in the sensor's FIFO; `AndroidSensorReceiver.flushed()` follows them.
  ///
  /// - Returns: whether `flushed()` will be called. If not, the FIFO cannot be emptied.
  func flush() -> Bool
  func unregister()
}

/// Receives the samples of a sensor on the queue of `RecorderActor`. Its functions are not isolated, because a check
/// costs more than the rest of the work for a sample.
public protocol AndroidSensorReceiver: AnyObject {
  /// - Parameter timestamp: in nanoseconds of `elapsedRealtimeNanos()`.
  func received(timestamp: Int64, _ x: Float, _ y: Float, _ z: Float)
  /// The samples that were in the FIFO at the time of `flush()` are delivered.
  func flushed()
}

/// A kind of motion sensor. Its raw value is the name of the stream.
public enum AndroidSensorKind: String, Hashable, Sendable, CaseIterable {
  /// The acceleration, in m/s².
  case accelerometer
  /// The rotation rate, in rad/s.
  case gyroscope

  /// The constant of Android, `Sensor.TYPE_…`.
  public var type: Int32 {
    switch self {
    case .accelerometer: 1
    case .gyroscope: 4
    }
  }

  var unit: String {
    switch self {
    case .accelerometer: "m/s^2"
    case .gyroscope: "rad/s"
    }
  }
}

/// The type of a foreground service: a constant `ServiceInfo.FOREGROUND_SERVICE_TYPE_…` (AN5). The manifest of the
/// app must declare it for the service.
public struct AndroidServiceType: RawRepresentable, Hashable, Sendable {
  public var rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The transfer of data. It ends after 6 h in a day from API level 35 on (AN6).
  public static let dataSync = Self(rawValue: 1)
  /// A connected device, such as a Bluetooth accessory.
  public static let connectedDevice = Self(rawValue: 1 << 4)
  /// Health and fitness. It has no time limit.
  public static let health = Self(rawValue: 1 << 8)
  /// A use that no other type covers, which the app explains when it is published.
  public static let specialUse = Self(rawValue: 1 << 30)

  /// The API level from which on Android has the type; 29 for the types that are as old as the types themselves.
  public var apiLevel: Int { rawValue >= Self.health.rawValue ? 34 : 29 }
}

/// Android has refused a call, by an exception.
public struct AndroidRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the exception's class with its package, such as `java.lang.SecurityException`.
  public var className: String
  public var message: String?

  public init(className: String, message: String?) {
    self.className = className
    self.message = message
  }

  /// As `Throwable.toString()` has it.
  public var description: String { message.map { "\(className): \($0)" } ?? className }
}

import AndroidFramework
import Foundation
import Yoban
import YobanAndroid

/// The system of a recording on the classes of Android's framework. Isolated to the main actor.
@MainActor
final class FrameworkSystem: AndroidSystem {
  private let context: Context
  private let service: RecorderService.Type
  private let jobService: RecorderJobService.Type?
  private var wakeLock: PowerManager.WakeLock?
  let sensors: any AndroidSensors

  init(
    _ context: Context, _ service: RecorderService.Type, _ jobService: RecorderJobService.Type?,
    _ sensors: any AndroidSensors
  ) {
    self.context = context
    self.service = service
    self.jobService = jobService
    self.sensors = sensors
  }

  var apiLevel: Int { Int(Build.VERSION.SDK_INT) }
  var filesFolder: URL {
    URL(filePath: context.getFilesDir().getPath(), directoryHint: .isDirectory)
  }
  var deviceFacts: DeviceFacts { DeviceFacts() }
  var ignoresBatteryOptimizations: Bool {
    context.getSystemService(PowerManager.self)?
      .isIgnoringBatteryOptimizations(context.getPackageName()) ?? false
  }

  func startService(inForeground: Bool) throws(AndroidRefusal) {
    let intent = Intent(context, service)
    try AndroidRefusal.wrapping {
      if inForeground {
        try context.startForegroundService(intent)
      } else {
        try context.startService(intent)
      }
    }
  }

  func stopService() { context.stopService(Intent(context, service)) }

  func acquireWakeLock() throws(AndroidRefusal) {
    guard let power = context.getSystemService(PowerManager.self) else { return }
    try AndroidRefusal.wrapping {
      let lock = try power.newWakeLock(PowerManager.PARTIAL_WAKE_LOCK, "yoban:recording")
      try lock.acquire()
      wakeLock = lock
    }
  }

  func releaseWakeLock() {
    try? wakeLock?.release()
    wakeLock = nil
  }

  func setRestartJob(_ isWanted: Bool) {
    guard let jobService, let scheduler = context.getSystemService(JobScheduler.self) else {
      return
    }
    guard isWanted else { return scheduler.cancel(jobService.jobId) }
    // A periodic job that is scheduled again starts at once.
    guard !scheduler.getAllPendingJobs().contains(where: { $0.getId() == jobService.jobId })
    else { return }
    do {
      let job = try JobInfo.Builder(jobService.jobId, ComponentName(context, jobService))
        .setPeriodic(JobInfo.getMinPeriodMillis()).setPersisted(true).build()
      try scheduler.schedule(job)
    } catch {
      print("the restart job could not be scheduled: \(error)")
    }
  }
}

/// The sensors of `SensorManager`.
@MainActor
final class FrameworkSensors: AndroidSensors {
  private let manager: SensorManager

  init(_ manager: SensorManager) { self.manager = manager }

  var available: [AndroidSensorKind] {
    AndroidSensorKind.allCases.filter { manager.getDefaultSensor($0.type) != nil }
  }

  func register(
    _ kind: AndroidSensorKind, period: Int32, maxReportLatency: Int32,
    receiver: any AndroidSensorReceiver
  ) throws(AndroidRefusal) -> (any AndroidSensorRegistration)? {
    let listener = Listener(receiver, manager)
    let isRegistered = try AndroidRefusal.wrapping {
      try manager.registerListener(
        listener, manager.getDefaultSensor(kind.type), period, maxReportLatency)
    }
    return isRegistered ? listener : nil
  }

  nonisolated func elapsedRealtimeNanos() -> Int64 { SystemClock.elapsedRealtimeNanos() }

  /// The listener of one registration.
  private final class Listener: SensorEventListener2, AndroidSensorRegistration {
    /// Immutable, and used on the main thread, where Android calls listeners.
    private nonisolated(unsafe) let receiver: any AndroidSensorReceiver
    private let manager: SensorManager

    init(_ receiver: any AndroidSensorReceiver, _ manager: SensorManager) {
      self.receiver = receiver
      self.manager = manager
    }

    nonisolated func onSensorChanged(_ event: SensorEvent) {
      assert(Thread.isMainThread)
      let values = event.values
      receiver.received(timestamp: event.timestamp, values[0], values[1], values[2])
    }

    nonisolated func onFlushCompleted(_ sensor: Sensor) { receiver.flushed() }

    func flush() -> Bool { manager.flush(self) }
    func unregister() { manager.unregisterListener(self) }
  }
}

extension AndroidRefusal {
  /// Converts what Android throws.
  @discardableResult static func wrapping<Result>(
    _ body: () throws -> Result
  ) throws(AndroidRefusal) -> Result {
    do {
      return try body()
    } catch let error as Throwable {
      throw AndroidRefusal(className: type(of: error).javaName, message: error.getMessage())
    } catch {
      throw AndroidRefusal(className: "\(type(of: error))", message: "\(error)")
    }
  }
}

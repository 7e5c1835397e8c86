import YobanMotion
import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// The sensors of an Android phone: the listeners, and the delivery of events to them (AN2, AN16).
///
/// The measured values come from the device's `MotionService.source`.
public final class AndroidSensorService: AndroidObserver, SystemService {
  private unowned let device: AndroidPhone
  private var registrations: [SensorRegistration] = []

  init(_ device: AndroidPhone) {
    self.device = device
    device.android.observers.append(self)
  }

  var now: VirtualInstant { device.world.now }
  private var policy: AndroidSensorPolicy { device.android.policy.sensors }

  // MARK: Requests

  /// `SensorManager.registerListener` for one sensor. Replaces an earlier registration of the
  /// receiver.
  ///
  /// - Parameters:
  ///   - period: microseconds between two events; 0 for the sensor's maximum rate. Rounded to a
  ///     whole multiple of the sensor's own period.
  ///   - latency: `maxReportLatencyUs`, in microseconds; 0 for immediate delivery of each event.
  /// - Returns: false if the process has ended.
  /// - Throws: `SecurityException` for more than 200 Hz without the permission, in a debuggable app
  ///   with target 31 or higher (AN16).
  package func register(
    _ sensor: AndroidSensor, period: Int64, latency: Int64, for process: AppProcess,
    _ receiver: any AndroidSensorEventReceiver
  ) throws(AndroidException) -> Bool {
    guard process.isAlive(for: "SensorManager.registerListener") else { return false }
    let granted = try self.period(period, for: process)
    unregister(receiver)
    let series = device.motion.series(of: sensor.kind, interval: Double(granted) / 1e6)
    let registration = SensorRegistration(
      sensor, series, latency: max(0, latency) * 1_000, process, receiver, of: self)
    registrations.append(registration)
    process.post(.sensor(sensor.stream, isOn: true))
    registration.begin()
    registration.checkAccess()
    reportEnergy()
    return true
  }

  private func period(
    _ asked: Int64, for process: AppProcess
  ) throws(AndroidException) -> Int64 {
    let app = process.app
    let period = SensorAccess.period(
      max(0, asked), target: device.android.targetSdkVersion(of: app),
      mayBeFast: device.android.holds("HIGH_SAMPLING_RATE_SENSORS", app),
      isDebuggable: device.android.manifest(of: app)?.isDebuggable ?? false, policy)
    switch period {
    case .granted(let period): return period
    case .capped(let shortest):
      process.report(.samplingRateCapped(asked, shortest))
      return shortest
    case .refused:
      throw AndroidException(
        .security,
        "To use the sampling rate of \(asked) microseconds, app needs to declare the normal "
          + "permission HIGH_SAMPLING_RATE_SENSORS."
      )
    }
  }

  /// `SensorManager.unregisterListener` for one sensor. Has no effect without a registration.
  package func unregister(_ receiver: any AndroidSensorEventReceiver) {
    guard let i = registrations.firstIndex(where: { $0.owner == ObjectIdentifier(receiver) }) else {
      return
    }
    let gone = registrations.remove(at: i)
    gone.stop()
    gone.app.post(.sensor(gone.sensor.stream, isOn: false))
    reportEnergy()
  }

  /// `SensorManager.flush`: delivers the events in the FIFO now. Returns false without a
  /// registration.
  package func flush(_ receiver: any AndroidSensorEventReceiver) -> Bool {
    let registration = registrations.first { $0.owner == ObjectIdentifier(receiver) }
    registration?.flush()
    return registration != nil
  }

  /// Returns the microseconds between two samples at the sensor's maximum rate
  /// (`Sensor.getMinDelay`).
  package func minDelay(of sensor: AndroidSensor) -> Int64 {
    device.motion.series(of: sensor.kind, interval: 0).nominalInterval / 1_000
  }

  /// Returns the number of events that a FIFO holds (`Sensor.getFifoMaxEventCount`).
  package func fifoEventCount(of sensor: AndroidSensor) -> Int {
    sensor.isWakeUp ? policy.wakeUpFIFOEventCount : policy.fifoEventCount
  }

  // MARK: Events of apps and the device

  /// Whether the events of a registration are delivered to its listener now (AN2).
  func reaches(_ registration: SensorRegistration) -> Bool {
    SensorAccess.reaches(
      registration.sensor.reportingMode,
      isIdle: device.android.isIdle(registration.app), policy)
  }

  func wakeCPU(for sensor: AndroidSensor) {
    device.android.wakeProcessor(for: policy.wakeUpHold)
  }

  /// The importance of the app's process changed, or the app became idle.
  func importanceChanged(of app: InstalledApp) {
    for registration in registrations where registration.app.app === app {
      registration.checkAccess()
    }
  }

  package func processEnded(_ process: AppProcess, reason: TerminationReason) {
    for registration in registrations where registration.app === process {
      registration.stop()
    }
    registrations.removeAll { $0.app === process }
    reportEnergy()
  }

  /// Reports which apps keep sensors on (EN6). They stay on while the CPU sleeps.
  private func reportEnergy() {
    var apps: [String] = []
    for app in registrations.map(\.app.app.definition.name) where !apps.contains(app) {
      apps.append(app)
    }
    device.energyMeter.set(
      apps.map { EnergyUse($0, "motion sensors", .motionSensors) }, by: "sensors")
  }
}

extension Finding {
  static func sensorInBackground(_ sensor: String) -> Finding {
    Finding(
      .androidSensorBackground, rule: .an2,
      what: "The app listens to the \(sensor) and is idle in background: it gets no events.",
      remedy: "Start a foreground service while the app is visible, and keep it for as long.")
  }

  static func samplingRateCapped(_ asked: Int64, _ granted: Int64) -> Finding {
    Finding(
      .androidSensorRateCapped, rule: .an16,
      what:
        "registerListener asked for an event each \(asked) µs and gets one each \(granted) µs.",
      remedy: "Declare HIGH_SAMPLING_RATE_SENSORS in the manifest, or ask for at most 200 Hz.")
  }
}

extension Finding.Kind {
  /// A sensor sends nothing to an app in the background.
  public static let androidSensorBackground = Self("android.sensor.background")
  /// A sensor is slower than the app asked for, because a permission is missing.
  public static let androidSensorRateCapped = Self("android.sensor.rate-capped")
}

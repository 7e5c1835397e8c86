internal import YobanSimulatedAndroid

/// `android.hardware.SensorManager`: the sensors of the phone and their listeners.
///
/// Get it with `getSystemService(Context.SENSOR_SERVICE)`. As on Android, it keeps a listener until
/// the listener is unregistered: one that is never unregistered drains the battery.
public final class SensorManager {
  /// The sensor's fastest rate. More than 200 Hz needs HIGH_SAMPLING_RATE_SENSORS (AN16).
  public static let SENSOR_DELAY_FASTEST: Int32 = 0
  /// An interval of 20 ms.
  public static let SENSOR_DELAY_GAME: Int32 = 1
  /// An interval of 66.667 ms.
  public static let SENSOR_DELAY_UI: Int32 = 2
  /// An interval of 200 ms.
  public static let SENSOR_DELAY_NORMAL: Int32 = 3
  public static let SENSOR_STATUS_ACCURACY_HIGH: Int32 = 3
  /// Standard gravity in m/s².
  public static let GRAVITY_EARTH: Float = 9.80665

  private let process: AppProcess
  private let service: AndroidSensorService
  /// One object for each sensor, as on Android.
  private let sensors: [Sensor]
  private var receivers: [Receiver] = []

  /// Returns the manager of the calling process.
  static func ofProcess() -> SensorManager {
    let process = AppProcess.callingOnAndroid("SensorManager was requested")
    return process.process.resident(SensorManager.self) { SensorManager(process) }
  }

  private init(_ process: AppProcess) {
    self.process = process
    let service = process.app.androidPhone.sensors
    self.service = service
    sensors = AndroidSensor.all.map { Sensor($0, service) }
  }

  // MARK: Sensors

  /// Returns the non-wake-up sensor of a type; nil if the phone has none.
  public func getDefaultSensor(_ type: Int32) -> Sensor? { getDefaultSensor(type, false) }

  public func getDefaultSensor(_ type: Int32, _ wakeUp: Bool) -> Sensor? {
    sensors.first { $0.getType() == type && $0.isWakeUpSensor() == wakeUp }
  }

  public func getSensorList(_ type: Int32) -> [Sensor] {
    sensors.filter { type == Sensor.TYPE_ALL || $0.getType() == type }
  }

  // MARK: Listeners

  /// Registers a listener of a sensor. Events are delivered individually.
  ///
  /// - Parameter samplingPeriodUs: One of `SENSOR_DELAY_…`, or an interval in microseconds.
  /// - Returns: Whether the listener was registered.
  /// - Throws: `SecurityException` (AN16).
  @discardableResult
  public func registerListener(
    _ listener: any SensorEventListener, _ sensor: Sensor?, _ samplingPeriodUs: Int32
  ) throws -> Bool {
    try registerListener(listener, sensor, samplingPeriodUs, 0)
  }

  /// Registers a listener of a sensor. Events are delivered in batches (AN16).
  ///
  /// - Parameter maxReportLatencyUs: The longest time for which an event may wait in the FIFO, as
  ///   far as the FIFO's size permits; 0 for no batches.
  @discardableResult
  public func registerListener(
    _ listener: any SensorEventListener, _ sensor: Sensor?, _ samplingPeriodUs: Int32,
    _ maxReportLatencyUs: Int32
  ) throws -> Bool {
    guard let sensor else { return false }
    let known = receivers.first { $0.listener === listener && $0.sensor === sensor }
    let receiver = known ?? Receiver(listener, sensor)
    let isRegistered = try throwing { () throws(AndroidException) in
      try service.register(
        sensor.description, period: Self.period(samplingPeriodUs),
        latency: Int64(maxReportLatencyUs), for: process, receiver)
    }
    if isRegistered, known == nil { receivers.append(receiver) }
    return isRegistered
  }

  /// Unregisters a listener from all sensors.
  public func unregisterListener(_ listener: any SensorEventListener) {
    end { $0.listener === listener }
  }

  public func unregisterListener(_ listener: any SensorEventListener, _ sensor: Sensor) {
    end { $0.listener === listener && $0.sensor === sensor }
  }

  private func end(_ isMeant: (Receiver) -> Bool) {
    for receiver in receivers where isMeant(receiver) { service.unregister(receiver) }
    receivers.removeAll(where: isMeant)
  }

  /// Delivers the events in the FIFOs for a listener, then calls `onFlushCompleted` for each of its
  /// sensors. Returns false if the listener is not registered.
  @discardableResult
  public func flush(_ listener: any SensorEventListener) -> Bool {
    let own = receivers.filter { $0.listener === listener }
    return own.map(service.flush).contains(true)
  }

  private static func period(_ asked: Int32) -> Int64 {
    switch asked {
    case SENSOR_DELAY_FASTEST: 0
    case SENSOR_DELAY_GAME: 20_000
    case SENSOR_DELAY_UI: 66_667
    case SENSOR_DELAY_NORMAL: 200_000
    default: Int64(asked)
    }
  }

  /// The system's receiver for one listener of one sensor.
  private final class Receiver: AndroidSensorEventReceiver {
    let listener: any SensorEventListener
    let sensor: Sensor
    /// The object that is reused for all events, as on Android.
    private let event: SensorEvent

    init(_ listener: any SensorEventListener, _ sensor: Sensor) {
      self.listener = listener
      self.sensor = sensor
      event = SensorEvent(sensor)
    }

    func received(_ reading: AndroidSensorReading) {
      event.become(reading)
      listener.onSensorChanged(event)
    }

    func flushed() { (listener as? any SensorEventListener2)?.onFlushCompleted(sensor) }
  }
}

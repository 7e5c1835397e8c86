import YobanSimulatedDevices

/// Receives device motion, on the process's main queue.
package protocol DeviceMotionEventReceiver: AnyObject {
  func received(_ motion: DeviceMotionReading)
}

/// One app's use of device motion: accelerometer and gyroscope fused, at the times of the
/// accelerometer's samples.
final class DeviceMotionSubscription: MotionSubscription {
  private let receiver: any DeviceMotionEventReceiver
  @exclusivity(unchecked) private var fusing: FusedSeries

  /// - Parameter magnetometer: if there is one, yaw is 0 where the x axis points to magnetic north.
  init(
    accelerometer: any MotionSeries, gyroscope: any MotionSeries,
    magnetometer: (any MotionSeries)? = nil, _ process: AppProcess,
    _ receiver: any DeviceMotionEventReceiver
  ) {
    let accelerometer = ReadAheadSeries(accelerometer)
    fusing = FusedSeries(
      accelerometer: accelerometer, gyroscope: ReadAheadSeries(gyroscope),
      magnetometer: magnetometer)
    self.receiver = receiver
    super.init(MotionService.deviceMotionStream, accelerometer, process, owner: receiver)
  }

  override var sensors: [MotionSensor] { [.accelerometer, .gyroscope] }

  override func deliver(
    _ index: Int, _ values: SIMD3<Double>, timestamp: Double, isInMain: Bool
  ) {
    let reading = fusing.reading(at: index, timestamp: timestamp)
    if isInMain {
      if isTaken() { receiver.received(reading) }
    } else {
      process.onMain { [self] in if isTaken() { receiver.received(reading) } }
    }
  }
}

/// The fusion of two series, indexed like the accelerometer's series. Pure.
struct FusedSeries {
  private let series: ReadAheadSeries
  private let gyroscope: ReadAheadSeries
  private var fusion = MotionFusion()
  private var last: Int?
  private var gyroscopeIndex = 0
  private let magnetometer: (any MotionSeries)?
  /// The direction of magnetic north at the first reading, in radians from the x axis.
  private var north: Double?

  init(
    accelerometer: ReadAheadSeries, gyroscope: ReadAheadSeries,
    magnetometer: (any MotionSeries)? = nil
  ) {
    series = accelerometer
    self.gyroscope = gyroscope
    self.magnetometer = magnetometer
  }

  /// Returns the reading at an index. It is fastest if indices are read in order.
  ///
  /// - Parameter timestamp: seconds since the device booted.
  mutating func reading(at index: Int, timestamp: Double) -> DeviceMotionReading {
    let isContinued = last == index - 1
    if !isContinued { warmUpFilter(before: index) }
    last = index
    var reading = fusion.fuse(
      acceleration: series.value(at: index), rotationRate: rotationRate(at: series.time(of: index)),
      after: isContinued ? seconds(before: index) : 0, timestamp: timestamp)
    guard let magnetometer else { return reading }
    let direction: Double
    if let north {
      direction = north
    } else {
      let number = max(0, magnetometer.firstIndex(notBefore: series.time(of: index) + 1) - 1)
      direction = reading.bearing(of: magnetometer.value(at: number))
      north = direction
    }
    reading.yaw = (reading.yaw - direction).remainder(dividingBy: 2 * .pi)
    return reading
  }

  /// Warms the filter up with earlier samples, after a start or a suspension, because the filter of
  /// a real device runs all the time.
  private mutating func warmUpFilter(before index: Int) {
    fusion.interrupt()
    let count = Int(MotionFusion.settlingSeconds * 1e9) / Int(max(1, series.nominalInterval))
    for past in max(0, index - count)..<index {
      fusion.addAcceleration(series.value(at: past), after: seconds(before: past))
    }
    gyroscopeIndex = max(0, gyroscope.firstIndex(notBefore: series.time(of: index)) - 1)
  }

  private func seconds(before index: Int) -> Double {
    index == 0 ? 0 : Double(series.time(of: index) - series.time(of: index - 1)) / 1e9
  }

  /// Returns the gyroscope's newest value at a time, in nanoseconds since the simulation began.
  private mutating func rotationRate(at time: Int64) -> SIMD3<Double> {
    while gyroscope.time(of: gyroscopeIndex + 1) <= time { gyroscopeIndex += 1 }
    return gyroscope.value(at: gyroscopeIndex)
  }
}

extension MotionService {
  /// The name of device motion in the trace.
  static let deviceMotionStream = "deviceMotion"

  /// Starts device motion for a process. Replaces an earlier start by the same receiver.
  ///
  /// - Parameters:
  ///   - interval: seconds between readings, rounded to a whole multiple of the accelerometer's own interval.
  ///   - isTowardNorth: whether yaw is 0 where the x axis points to magnetic north. Has no effect on a device without a
  ///     magnetometer.
  package func startDeviceMotion(
    interval: Double, towardNorth isTowardNorth: Bool = false, for process: AppProcess,
    _ receiver: any DeviceMotionEventReceiver
  ) {
    guard process.isAlive(for: "CMMotionManager start") else { return }
    stopDeviceMotion(for: process, receiver)
    begin(
      DeviceMotionSubscription(
        accelerometer: series(of: .accelerometer, interval: interval),
        gyroscope: series(of: .gyroscope, interval: interval),
        magnetometer: isTowardNorth && has(.magnetometer)
          ? series(of: .magnetometer, interval: interval) : nil, process, receiver))
  }

  package func stopDeviceMotion(for process: AppProcess, _ receiver: any DeviceMotionEventReceiver)
  {
    end(Self.deviceMotionStream, of: process, owner: receiver)
  }
}

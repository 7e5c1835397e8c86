/// Receives device motion, on the process's main queue.
public protocol DeviceMotionEventReceiver: AnyObject {
  func received(_ motion: DeviceMotionReading)
}

/// Accelerometer and gyroscope fused, at the moments of the accelerometer's samples.
final class DeviceMotionSubscription: MotionSubscription {
  private let receiver: any DeviceMotionEventReceiver
  @exclusivity(unchecked) private var fusing: FusedSeries

  init(
    accelerometer: any MotionSeries, gyroscope: any MotionSeries, _ process: AppProcess,
    _ receiver: any DeviceMotionEventReceiver
  ) {
    let accelerometer = ReadAheadSeries(accelerometer)
    fusing = FusedSeries(accelerometer: accelerometer, gyroscope: ReadAheadSeries(gyroscope))
    self.receiver = receiver
    super.init(MotionService.deviceMotionStream, accelerometer, process, owner: receiver)
  }

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

/// What fusion makes of two series, index by index of the accelerometer's. Pure.
struct FusedSeries {
  private let series: ReadAheadSeries
  private let gyroscope: ReadAheadSeries
  private var fusion = MotionFusion()
  private var last: Int?
  private var gyroscopeIndex = 0

  init(accelerometer: ReadAheadSeries, gyroscope: ReadAheadSeries) {
    series = accelerometer
    self.gyroscope = gyroscope
  }

  /// The reading at an index; best asked for one after the other.
  ///
  /// - Parameter timestamp: seconds since the device booted.
  mutating func reading(at index: Int, timestamp: Double) -> DeviceMotionReading {
    let isContinued = last == index - 1
    if !isContinued { settle(before: index) }
    last = index
    return fusion.fuse(
      acceleration: series.value(at: index), rotationRate: rotationRate(at: series.time(of: index)),
      after: isContinued ? seconds(before: index) : 0, timestamp: timestamp)
  }

  /// The filter of a device runs all the time: after a start or a suspension it begins in the past.
  private mutating func settle(before index: Int) {
    fusion.interrupt()
    let count = Int(MotionFusion.settlingSeconds * 1e9) / Int(max(1, series.nominalInterval))
    for past in max(0, index - count)..<index {
      fusion.settle(series.value(at: past), after: seconds(before: past))
    }
    gyroscopeIndex = max(0, gyroscope.firstIndex(notBefore: series.time(of: index)) - 1)
  }

  private func seconds(before index: Int) -> Double {
    index == 0 ? 0 : Double(series.time(of: index) - series.time(of: index - 1)) / 1e9
  }

  /// The gyroscope's newest value at a moment.
  private mutating func rotationRate(at time: Int64) -> SIMD3<Double> {
    while gyroscope.time(of: gyroscopeIndex + 1) <= time { gyroscopeIndex += 1 }
    return gyroscope.value(at: gyroscopeIndex)
  }
}

extension MotionService {
  /// What the trace calls device motion.
  static let deviceMotionStream = "deviceMotion"

  /// Starts device motion for a process. Replaces an earlier start by the same receiver.
  ///
  /// - Parameter interval: seconds between readings, rounded to a whole multiple of the
  ///   accelerometer's own interval.
  public func startDeviceMotion(
    interval: Double, for process: AppProcess, _ receiver: any DeviceMotionEventReceiver
  ) {
    guard process.isAlive(for: "CMMotionManager start") else { return }
    stopDeviceMotion(for: process, receiver)
    begin(
      DeviceMotionSubscription(
        accelerometer: series(of: .accelerometer, interval: interval),
        gyroscope: series(of: .gyroscope, interval: interval), process, receiver))
  }

  public func stopDeviceMotion(for process: AppProcess, _ receiver: any DeviceMotionEventReceiver) {
    end(Self.deviceMotionStream, of: process, owner: receiver)
  }
}

import Foundation

/// Motion played back from recordings in the CSV format of Sensor Logger, in an endless loop.
///
/// A recording has no magnetometer.
public struct RecordedMotion: MotionSource {
  private let accelerometer: RecordedSeries
  private let gyroscope: RecordedSeries

  /// Reads `<prefix>_acc.csv` and `<prefix>_gyr.csv` (or their `.gz`) from a folder.
  ///
  /// - Throws: `RecordingError` with the file, the line and the expected contents.
  public init(folder: URL, prefix: String) throws {
    accelerometer = RecordedSeries(try RecordingFile(folder: folder, name: "\(prefix)_acc.csv"))
    gyroscope = RecordedSeries(try RecordingFile(folder: folder, name: "\(prefix)_gyr.csv"))
  }

  public var sensors: Set<MotionSensor> { [.accelerometer, .gyroscope] }

  public func series(of sensor: MotionSensor) -> any MotionSeries {
    switch sensor {
    case .accelerometer: accelerometer
    case .gyroscope: gyroscope
    case .magnetometer: preconditionFailure("a recording has no magnetometer: see `sensors`")
    }
  }
}

/// The rows of one recording in a loop: the first row follows the last one after one median
/// interval.
struct RecordedSeries: MotionSeries {
  private let times: [Int64]
  private let values: [SIMD3<Double>]
  private let period: Int64
  let nominalInterval: Int64

  init(_ file: RecordingFile) {
    let first = file.times[0]
    times = file.times.map { $0 - first }
    values = file.values
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
    nominalInterval = steps[steps.count / 2]
    period = times[times.count - 1] + nominalInterval
  }

  func time(of index: Int) -> Int64 {
    let (loop, row) = index.quotientAndRemainder(dividingBy: times.count)
    return Int64(loop) * period + times[row]
  }

  func value(at index: Int) -> SIMD3<Double> { values[index % values.count] }

  func firstIndex(notBefore time: Int64) -> Int {
    guard time > 0 else { return 0 }
    let (loop, rest) = time.quotientAndRemainder(dividingBy: period)
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < rest { low = middle + 1 } else { high = middle }
    }
    return Int(loop) * times.count + low
  }
}

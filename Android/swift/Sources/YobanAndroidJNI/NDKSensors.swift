import CYobanNDK
import Foundation
import Yoban
import YobanAndroid

#if os(Android)
  import Android
#endif

/// The sensors of the phone, through the NDK: no object of Java is made for a sample.
@RecorderActor
final class NDKSensors: AndroidSensors {
  private let thread: SensorThread

  /// - Parameter package: the name of the app's package.
  init(package: String) { thread = SensorThread(package: package) }

  var available: [AndroidSensorKind] {
    AndroidSensorKind.allCases.filter { thread.hasSensor($0.type) }
  }

  func register(
    _ kind: AndroidSensorKind, period: Int32, maxReportLatency: Int32,
    receiver: any AndroidSensorReceiver
  ) throws(AndroidRefusal) -> (any AndroidSensorRegistration)? {
    let registration = SensorRegistration(
      thread, kind, period: period, maxReportLatency: maxReportLatency, receiver)
    switch registration.start() {
    case 0: return registration
    // The NDK reports errors as numbers of errno, Java's SensorManager the first one as an exception (AN16).
    case -EPERM:
      throw AndroidRefusal(
        className: "java.lang.SecurityException",
        message:
          "The \(kind.rawValue) needs the permission HIGH_SAMPLING_RATE_SENSORS for this rate.")
    default: return nil
    }
  }

  nonisolated func elapsedRealtimeNanos() -> Int64 { BootClock.now }
}

/// The clock of the sensors' samples, `SystemClock.elapsedRealtimeNanos()`.
enum BootClock {
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// A sample as it passes from the thread of the sensors to the recorder's queue.
struct SensorSample: Sendable {
  var timestamp: Int64
  var x, y, z: Float
}

/// One sensor that delivers to a receiver.
@RecorderActor
final class SensorRegistration: AndroidSensorRegistration {
  private let thread: SensorThread
  private let kind: AndroidSensorKind
  private let period: Int32
  private let maxReportLatency: Int32
  private let receiver: any AndroidSensorReceiver
  private var queue: SensorQueue?
  /// While the FIFO is emptied: another queue of the sensor, without a latency.
  private var flushQueue: SensorQueue?
  /// When `flush()` was called: a later sample is the first one after the FIFO.
  private var flushedAt: Int64?

  init(
    _ thread: SensorThread, _ kind: AndroidSensorKind, period: Int32, maxReportLatency: Int32,
    _ receiver: any AndroidSensorReceiver
  ) {
    self.thread = thread
    self.kind = kind
    self.period = period
    self.maxReportLatency = maxReportLatency
    self.receiver = receiver
  }

  /// - Returns: 0, or a negative number of errno.
  func start() -> Int32 {
    let queue = SensorQueue { [weak self] samples in
      RecorderActor.queue.async {
        RecorderActor.assumeIsolated { self?.received(samples) }
      }
    }
    let result = thread.register(
      queue, kind.type, period: period, maxReportLatency: maxReportLatency)
    if result == 0 { self.queue = queue }
    return result
  }

  private func received(_ samples: [SensorSample]) {
    guard queue != nil else { return }
    for sample in samples {
      receiver.received(timestamp: sample.timestamp, sample.x, sample.y, sample.z)
    }
    guard let flushedAt, let last = samples.last, last.timestamp > flushedAt else { return }
    self.flushedAt = nil
    endFlush()
    receiver.flushed()
  }

  /// The NDK cannot flush. A second queue without a latency lets the system empty the FIFO, and the first sample of a
  /// later time follows those of the FIFO. To register the first queue again would not do: if another app uses the
  /// sensor, AOSP then drops what the FIFO has for this queue.
  func flush() -> Bool {
    guard queue != nil, flushQueue == nil else { return false }
    flushedAt = BootClock.now
    let second = SensorQueue { _ in }
    guard thread.register(second, kind.type, period: period, maxReportLatency: 0) == 0 else {
      thread.unregister(second)
      return false
    }
    flushQueue = second
    return true
  }

  private func endFlush() {
    if let flushQueue { thread.unregister(flushQueue) }
    flushQueue = nil
  }

  func unregister() {
    endFlush()
    guard let queue else { return }
    self.queue = nil
    thread.unregister(queue)
  }
}

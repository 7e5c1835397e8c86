import Foundation
import Yoban

/// The accelerometer in m/s² or the gyroscope in rad/s. It delivers samples while the process runs
/// and the CPU is awake (AN7), or from the sensor's FIFO (AN16). Isolated to `RecorderActor`.
@RecorderActor
public final class AndroidSensorSource: SampleSource {
  public let stream: StreamDescription
  private let kind: AndroidSensorKind
  private let sensors: any AndroidSensors
  private let period: Int32
  private let latency: Int32
  private var receiver: Receiver?
  private var registration: (any AndroidSensorRegistration)?
  private var flushLimit: WakeTimer?

  /// Creates a source for one sensor.
  ///
  /// - Parameters:
  ///   - sensors: those of the phone, `AndroidSystem.sensors`.
  ///   - rateHz: samples per second, 1 to 200; a higher rate needs a permission (AN16). The sensor
  ///     uses the nearest rate that it supports.
  ///   - maxReportLatency: the longest time that a sample may be held back; up to about 35 min.
  ///     With more than a second the recorder stores samples later, and a termination of the
  ///     process loses that much more data.
  public init(
    _ kind: AndroidSensorKind, sensors: any AndroidSensors, rateHz: Int = 100,
    maxReportLatency: Duration = .zero
  ) {
    precondition((1...200).contains(rateHz), "the sensors deliver 1 to 200 samples per second")
    precondition(
      maxReportLatency >= .zero && maxReportLatency <= .seconds(2_000),
      "maxReportLatency must be from 0 to 2,000 s")
    self.kind = kind
    self.sensors = sensors
    period = Int32(1_000_000 / rateHz)
    latency = Int32(maxReportLatency / .microseconds(1))
    do {
      stream = try StreamDescription(
        name: kind.rawValue, unit: kind.unit,
        nominalInterval: .nanoseconds(1_000_000_000 / rateHz))
    } catch {
      preconditionFailure("the names above are valid: \(error)")
    }
  }

  public func start(deliveringTo sink: SampleSink) {
    stop()
    guard sensors.available.contains(kind) else {
      return sink.fail(
        SampleSourceFailure(cause: .sensorOff, message: "This phone has no \(kind.rawValue)."))
    }
    let receiver = Receiver(sink, sensors)
    do throws(AndroidRefusal) {
      guard
        let registration = try sensors.register(
          kind, period: period, maxReportLatency: latency, receiver: receiver)
      else {
        return sink.fail(
          SampleSourceFailure(cause: .sensorOff, message: "The \(kind.rawValue) did not start."))
      }
      self.receiver = receiver
      self.registration = registration
    } catch {
      sink.fail(SampleSourceFailure(cause: .notAuthorized, message: error.description))
    }
  }

  public func stop() {
    registration?.unregister()
    registration = nil
    receiver = nil
  }

  /// Stops the source. With batches, first delivers the samples in the sensor's FIFO (AN16), if
  /// that takes less than a second.
  public func finish(_ done: @escaping @RecorderActor () -> Void) {
    guard latency > 0, let receiver, let registration, registration.flush() else {
      stop()
      return done()
    }
    let end = { @RecorderActor [weak self] in
      // Called when the FIFO is empty or the time is over, whichever is first.
      receiver.onFlush = nil
      guard let self, self.receiver === receiver else { return }
      flushLimit?.cancel()
      stop()
      done()
    }
    receiver.onFlush = end
    let limit = WakeTimer()
    limit.set(after: .seconds(1)) { end() }
    flushLimit = limit
  }

  private final class Receiver: AndroidSensorReceiver {
    var onFlush: (@RecorderActor () -> Void)?
    private let take: (TimeInterval, Double, Double, Double) -> Void
    private let sensors: any AndroidSensors
    @exclusivity(unchecked) private var clock = UptimeClock()

    @RecorderActor init(_ sink: SampleSink, _ sensors: any AndroidSensors) {
      take = sink.takeOnActorQueue
      self.sensors = sensors
    }

    func received(timestamp: Int64, _ x: Float, _ y: Float, _ z: Float) {
      take(
        clock.uptime(of: timestamp, elapsed: sensors.elapsedRealtimeNanos),
        Double(x), Double(y), Double(z))
    }

    func flushed() {
      let onFlush = onFlush
      RecorderActor.assumeIsolated { onFlush?() }
    }
  }
}

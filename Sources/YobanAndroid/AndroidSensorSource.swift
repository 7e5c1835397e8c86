import AndroidFramework
import Foundation
import Yoban

/// The accelerometer in m/s² or the gyroscope in rad/s. It delivers samples while the process runs
/// and the CPU is awake (AN7), or from the sensor's FIFO (AN16).
@MainActor
public final class AndroidSensorSource: SampleSource {
  /// The kind of sensor.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The acceleration, in m/s².
    case accelerometer
    /// The rotation rate, in rad/s.
    case gyroscope
  }

  public let stream: StreamDescription
  private let kind: Kind
  private let manager: SensorManager
  private let period: Int32
  private let latency: Int32
  private var listener: Listener?

  /// Creates a source for one sensor.
  ///
  /// - Parameters:
  ///   - rateHz: samples per second, 1 to 200; a higher rate needs a permission (AN16). The sensor
  ///     uses the nearest rate that it supports.
  ///   - maxReportLatency: the longest time that a sample may be held back; up to about 35 min.
  ///     With more than a second the recorder stores samples later, and a termination of the
  ///     process loses that much more data.
  public init(
    _ kind: Kind, manager: SensorManager, rateHz: Int = 100, maxReportLatency: Duration = .zero
  ) {
    precondition((1...200).contains(rateHz), "the sensors deliver 1 to 200 samples per second")
    precondition(
      maxReportLatency >= .zero && maxReportLatency <= .seconds(2_000),
      "maxReportLatency must be from 0 to 2,000 s")
    self.kind = kind
    self.manager = manager
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
    guard let sensor = manager.getDefaultSensor(kind.type) else {
      return sink.fail(
        SampleSourceFailure(cause: .sensorOff, message: "This phone has no \(kind.rawValue)."))
    }
    let listener = Listener(sink)
    do {
      guard try manager.registerListener(listener, sensor, period, latency) else {
        return sink.fail(
          SampleSourceFailure(cause: .sensorOff, message: "The \(kind.rawValue) did not start."))
      }
      self.listener = listener
    } catch {
      sink.fail(SampleSourceFailure(cause: .notAuthorized, message: "\(error)"))
    }
  }

  public func stop() {
    guard let listener else { return }
    manager.unregisterListener(listener)
    self.listener = nil
  }

  /// Stops the source. With batches, first delivers the samples in the sensor's FIFO (AN16), if
  /// that takes less than a second.
  public func finish(_ done: @escaping @MainActor () -> Void) {
    guard latency > 0, let listener, manager.flush(listener) else {
      stop()
      return done()
    }
    let end = { @MainActor [weak self] in
      // Called when the FIFO is empty or the time is over, whichever is first.
      listener.onFlush = nil
      guard let self, self.listener === listener else { return }
      stop()
      done()
    }
    listener.onFlush = end
    _ = Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in
      MainActor.assumeIsolated { end() }
    }
  }

  /// Receives events on the main thread, where Android calls listeners.
  private final class Listener: SensorEventListener2 {
    var onFlush: (@MainActor () -> Void)?
    private let take: (TimeInterval, Double, Double, Double) -> Void
    @exclusivity(unchecked) private var clock = UptimeClock()

    @MainActor init(_ sink: SampleSink) { take = sink.takeOnMainQueue }

    func onSensorChanged(_ event: SensorEvent) {
      assert(Thread.isMainThread)
      let values = event.values
      take(
        clock.uptime(of: event.timestamp), Double(values[0]), Double(values[1]), Double(values[2]))
    }

    func onFlushCompleted(_ sensor: Sensor) {
      let onFlush = onFlush
      MainActor.assumeIsolated { onFlush?() }
    }
  }
}

extension AndroidSensorSource.Kind {
  fileprivate var unit: String {
    switch self {
    case .accelerometer: "m/s^2"
    case .gyroscope: "rad/s"
    }
  }

  fileprivate var type: Int32 {
    switch self {
    case .accelerometer: Sensor.TYPE_ACCELEROMETER
    case .gyroscope: Sensor.TYPE_GYROSCOPE
    }
  }
}

import Chunks
import Foundation

/// The values of a Bluetooth accessory as a stream of a recording, like those of any sensor.
///
/// The app owns the session: create it before the recording, in
/// `application(_:didFinishLaunchingWithOptions:)`. A recording starts the session if it is not
/// started, and leaves it running at its end. While the accessory is not connected, or sends
/// nothing for longer than the stream's timeout, the recording has a gap with the cause
/// `sensor-off`, or `not-authorized` if Bluetooth is not allowed.
///
/// Isolated to the main actor. The times of samples are times of receipt, because the accessory
/// sends none.
@MainActor
public final class BluetoothSource: SampleSource {
  /// One sample in a value of the accessory.
  public struct Sample: Hashable, Sendable {
    /// The age of the sample when its value was received; not negative.
    public var age: Duration
    /// One value for each channel of the stream.
    public var values: [Double]

    public init(age: Duration = .zero, values: [Double]) {
      self.age = age
      self.values = values
    }
  }

  public let stream: StreamDescription
  private let session: BluetoothSession
  private let samples: (ReceivedValue) -> [Sample]
  private var lastUptime = -TimeInterval.infinity

  /// Creates a source from any characteristic.
  ///
  /// - Parameters:
  ///   - samples: returns the samples in one value, the oldest first; none if the value contains no
  ///     sample.
  public init<Value>(
    _ session: BluetoothSession, _ characteristic: Characteristic<Value>,
    stream: StreamDescription, samples: @escaping (Value) -> [Sample]
  ) {
    self.session = session
    self.stream = stream
    self.samples = { received in received[characteristic].map(samples) ?? [] }
  }

  public func start(deliveringTo sink: SampleSink) {
    session.broadcaster.addObserver(self) { [weak self] event in
      switch event {
      case .value(let received):
        self?.deliver(received, sink)
      case .disconnected, .servicesChanged, .hint(.allowBluetooth), .hint(.turnOnBluetooth),
        .problem(.bluetoothUnsupported), .stopped:
        if let self { sink.fail(failure) }
      case .bluetooth, .restored, .scanning, .found, .connecting, .connected, .ready,
        .connectionFailed, .problem, .hint:
        break
      }
    }
    if session.state == .idle { session.start() }
    if !session.isReady { sink.fail(failure) }
  }

  public func stop() { session.broadcaster.removeObserver(self) }

  private func deliver(_ received: ReceivedValue, _ sink: SampleSink) {
    for sample in samples(received) {
      // The accessory states the ages. If samples overlap, they are shifted, so that none is lost.
      let uptime = max(received.uptime - sample.age / .seconds(1), lastUptime + 1e-6)
      sink.take(uptime, sample.values)
      lastUptime = uptime
    }
  }

  private var failure: SampleSourceFailure {
    switch session.machine.bluetooth {
    case .unauthorized:
      SampleSourceFailure(cause: .notAuthorized, message: "Bluetooth is not allowed.")
    case .unknown, .resetting, .unsupported, .poweredOff:
      SampleSourceFailure(cause: .sensorOff, message: "Bluetooth is not on.")
    case .poweredOn:
      SampleSourceFailure(
        cause: .sensorOff, message: "The \(session.profile.name) is not connected.")
    }
  }
}

extension BluetoothSource {
  /// The heart rate, about once a second, in beats per minute: stream `heart-rate`.
  ///
  /// - Parameter timeout: a longer time without a value is a gap. Default 5 s.
  public static func heartRate(
    _ session: BluetoothSession, timeout: Duration = .seconds(5)
  ) -> BluetoothSource {
    BluetoothSource(
      session, .heartRateMeasurement, stream: .event("heart-rate", "rate", "1/min", timeout)
    ) { [Sample(values: [Double($0.beatsPerMinute)])] }
  }

  /// Every interval between two beats, in seconds: stream `rr-intervals`.
  ///
  /// The values are exact. The last interval of a message has the time of receipt; the earlier ones
  /// are dated back by the intervals that follow them.
  ///
  /// - Parameter timeout: a longer time without a value is a gap. Default 5 s.
  public static func rrIntervals(
    _ session: BluetoothSession, timeout: Duration = .seconds(5)
  ) -> BluetoothSource {
    BluetoothSource(
      session, .heartRateMeasurement, stream: .event("rr-intervals", "rr", "s", timeout)
    ) { measurement in
      var age = Duration.zero
      var samples: [Sample] = []
      for interval in measurement.rrIntervals.reversed() {
        samples.append(Sample(age: age, values: [interval / .seconds(1)]))
        age += interval
      }
      return samples.reversed()
    }
  }
}

extension StreamDescription {
  fileprivate static func event(
    _ name: String, _ channel: String, _ unit: String, _ timeout: Duration
  ) -> StreamDescription {
    do throws(ChunkError) {
      return try StreamDescription(
        name: name, channels: [Channel(name: channel, unit: unit)], timeout: timeout)
    } catch {
      preconditionFailure("the names above are valid: \(error)")
    }
  }
}

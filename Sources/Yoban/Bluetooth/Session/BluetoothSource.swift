import Chunks
import Foundation

/// The values of a Bluetooth accessory as a stream of a recording, like any sensor's.
///
/// The session is the app's: create it before the recording, in
/// `application(_:didFinishLaunchingWithOptions:)`. A recording starts it if nobody did, and leaves
/// it running at its end. While the accessory is away, or says nothing for longer than it may, the
/// recording has a gap with the cause `sensor-off`; `not-authorized` if Bluetooth is not allowed.
///
/// Isolated to the main actor. Times are those at which values come: the accessory sends none.
@MainActor
public final class BluetoothSource: EventSource {
  /// One sample that a value of the accessory holds.
  public struct Sample: Hashable, Sendable {
    /// How long before the value came this was so; not negative.
    public var age: Duration
    /// One for each channel of the stream.
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

  /// Any characteristic as a stream.
  ///
  /// - Parameters:
  ///   - samples: what one value holds, the oldest first; none for a value that says nothing.
  public init<Value>(
    _ session: BluetoothSession, _ characteristic: Characteristic<Value>,
    stream: StreamDescription, samples: @escaping (Value) -> [Sample]
  ) {
    self.session = session
    self.stream = stream
    self.samples = { received in received[characteristic].map(samples) ?? [] }
  }

  public func start(
    delivering deliver: @escaping EventHandler,
    failing fail: @escaping @MainActor (SampleSourceFailure) -> Void
  ) {
    session.observers.add(self) { [weak self] event in
      switch event {
      case .value(let received):
        self?.deliver(received, deliver)
      case .disconnected, .servicesChanged, .hint(.allowBluetooth), .hint(.turnOnBluetooth),
        .problem(.bluetoothUnsupported), .stopped:
        if let self { fail(failure) }
      case .bluetooth, .restored, .scanning, .found, .connecting, .connected, .ready,
        .connectionFailed, .problem, .hint:
        break
      }
    }
    if session.state == .idle { session.start() }
    if !session.isReady { fail(failure) }
  }

  public func stop() { session.observers.remove(self) }

  private func deliver(_ received: ReceivedValue, _ deliver: EventHandler) {
    for sample in samples(received) {
      // Ages are the accessory's word; no sample gets lost because they overlap.
      let uptime = max(received.uptime - sample.age / .seconds(1), lastUptime + 1e-6)
      deliver(uptime, sample.values)
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

/// By identity, so that a recording's configuration can be compared.
extension BluetoothSource: Hashable {
  public nonisolated static func == (left: BluetoothSource, right: BluetoothSource) -> Bool {
    left === right
  }

  public nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension BluetoothSource {
  /// The heart rate, about once a second, in beats per minute: stream `heart-rate`.
  ///
  /// - Parameter timeout: more is a gap. Default 5 s.
  public static func heartRate(
    _ session: BluetoothSession, timeout: Duration = .seconds(5)
  ) -> BluetoothSource {
    BluetoothSource(
      session, .heartRateMeasurement, stream: .event("heart-rate", "rate", "1/min", timeout)
    ) { [Sample(values: [Double($0.beatsPerMinute)])] }
  }

  /// Every interval between two beats, in seconds: stream `rr-intervals`.
  ///
  /// The values are exact; the last of a message is at the time it came, those before it earlier by
  /// the intervals that follow them.
  ///
  /// - Parameter timeout: more is a gap. Default 5 s.
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
      preconditionFailure("the names above keep the rules: \(error)")
    }
  }
}

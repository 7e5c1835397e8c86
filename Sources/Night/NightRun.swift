import Foundation
import HostGateway
import SimulatedOS
import VirtualTime

/// One night: a simulated iPhone records, a real collector stores, and every sample is accounted for.
public struct NightRun {
  /// Where the recording goes.
  public struct Collector: Sendable {
    public var url: String
    public var token: String
    /// The server's process, if this run may kill and restart it.
    public var process: CollectorProcess?

    public init(url: String, token: String, process: CollectorProcess? = nil) {
      self.url = url
      self.token = token
      self.process = process
    }
  }

  public let plan: NightPlan
  public let collector: Collector
  /// The device's name at the collector.
  public let device: String
  public let world: World
  /// The app that records. Default: the sample app. Another one listens to the notifications
  /// `StartNight` and `StopNight`, as that does, and takes where to send from `settings`.
  public var app: @Sendable (_ settings: InfoPlist) -> AppDefinition = { .nightApp($0) }
  /// What else happens, beside the plan's incidents, from the start of the recording on.
  public var alongside: @Sendable (Device, InstalledApp) async throws -> Void = { _, _ in }
  /// Called with the virtual time, about once per simulated quarter of an hour.
  public var onProgress: (@Sendable (Duration) -> Void)?

  /// The phone's name in the world and its trace.
  public static let phoneName = "iphone"
  /// The name that a recorded stream has in the trace.
  public static func traceName(ofStream stream: String) -> String {
    stream == HeartStrap.stream ? HeartStrap.traceStream : stream
  }

  private static let sensors: [MotionSensor] = [.accelerometer, .gyroscope]

  public init(_ plan: NightPlan, collector: Collector, device: String = "iphone") throws {
    self.plan = plan
    self.collector = collector
    self.device = device
    world = try World(seed: plan.seed)
  }

  /// Runs the night and asks the collector what it has.
  ///
  /// - Throws: `CollectorError`, `RecordingError`, and `NightError` if the device has recordings at
  ///   the collector already, which would spoil the account.
  public func run() async throws -> NightSummary {
    let client = CollectorClient(url: collector.url, token: collector.token)
    guard try client.streams(of: device).isEmpty else {
      throw NightError.deviceHasRecordings(device)
    }
    let witness = UploadWitness(CurlGateway())
    world.gateway = witness
    let start = ContinuousClock.now
    let source = try plan.motion.source(seed: plan.seed)
    let scenario = NightScenario(run: self, source: source)
    let (wanted, strap) = try await world.run { try await scenario.play() }
    let phone = world.devices[0]
    witness.countFiles(under: phone.apps[0].container.home)
    let truth = Truth(phone: phone, interval: plan.sampleInterval, strap: strap)
    var summary = try account(wanted, truth, witness, client)
    summary.wallSeconds = (ContinuousClock.now - start).seconds
    return summary
  }

  /// What was there to be recorded, counted without the app and the server.
  private struct Truth {
    var phone: Device
    var interval: Double
    var strap: HeartStrap?

    var streams: [String] {
      NightRun.sensors.map(\.rawValue) + (strap == nil ? [] : [HeartStrap.stream])
    }

    /// How many samples a stream had strictly between two moments; nil for a stream that is not of
    /// this night.
    func sensed(_ stream: String, after start: VirtualInstant, before end: VirtualInstant) -> Int? {
      if stream == HeartStrap.stream { return strap?.measured(after: start, before: end) }
      return MotionSensor(rawValue: stream).map {
        phone.motion.sensed($0, interval: interval, after: start, before: end)
      }
    }
  }

  private func account(
    _ wanted: Range<VirtualInstant>, _ truth: Truth, _ witness: UploadWitness,
    _ client: CollectorClient
  ) throws -> NightSummary {
    var summary = NightSummary(hours: plan.hours, seed: plan.seed)
    for stream in truth.streams {
      summary.sensed +=
        truth.sensed(stream, after: wanted.lowerBound, before: wanted.upperBound) ?? 0
    }
    summary.recorded = witness.samples
    summary.events = witness.samples(ofStreamsBeside: truth.streams)
    for stream in try client.streams(of: device) {
      summary.stored += stream.samples
      summary.duplicates += stream.duplicates
      summary.chunks += stream.chunks
      summary.bytes += stream.bytes
      for gap in try client.gaps(of: stream.stream, of: device) {
        if let row = row(gap, stream.stream, truth) { summary.gaps.append(row) }
      }
    }
    summary.gaps.sort { ($0.from, $0.stream) < ($1.from, $1.stream) }
    summary.inGaps = summary.gaps.reduce(0) { $0 + $1.samples }
    summary.wakes = wakes()
    summary.findings = world.trace.findings.map(\.description)
    summary.digest = world.trace.digest.description
    return summary
  }

  private func row(
    _ gap: CollectorClient.StoredGap, _ stream: String, _ truth: Truth
  ) -> NightSummary.GapRow? {
    let origin = world.simulation.wallClockAtStart
    // Times of samples are rounded to a microsecond by the phone; a millisecond is a tenth of an interval.
    let (from, to) = (gap.start - origin, gap.end - origin)
    let count = truth.sensed(
      stream, after: VirtualInstant(nanoseconds: from + 1_000_000),
      before: VirtualInstant(nanoseconds: to - 1_000_000))
    return count.map {
      .init(
        stream: stream, from: .nanoseconds(from), to: .nanoseconds(to), cause: gap.cause,
        samples: $0)
    }
  }

  /// Launches that no person asked for, and returns from suspension to background.
  private func wakes() -> Int {
    var count = 0
    var last = AppState.notRunning
    for event in world.trace.events {
      switch event.kind {
      case .launched(let cause) where cause != .user: count += 1
      case .appState(let state):
        if last == .suspended, state == .background { count += 1 }
        last = state
      default: break
      }
    }
    return count
  }
}

/// Why a night could not begin.
public enum NightError: Error, Hashable, CustomStringConvertible {
  case deviceHasRecordings(String)

  public var description: String {
    switch self {
    case .deviceHasRecordings(let device):
      "the collector already has recordings of \(device), so this night could not be counted: use a fresh database, or another device name and its token"
    }
  }
}

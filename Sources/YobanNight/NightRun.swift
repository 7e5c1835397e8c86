import Foundation
import YobanSimulatedOS
import YobanVirtualTime

/// Runs one night: simulated devices record samples, a collector stores them, and the summary
/// says whether every sample was either stored or reported in a gap.
public struct NightRun {
  public let plan: NightPlan
  public let collector: any NightCollector
  /// The names of the devices, both at the collector and in the world.
  public let names: [NightDevice: String]
  public let world: World
  /// The iPhone's app; nil for the sample app. Another app must have the buttons `Start` and `Stop`,
  /// print `recording` and `stopped`, and read the collector's address and token from `settings`.
  public var app: (@Sendable (_ settings: InfoPlist) -> AppDefinition)?
  /// Further actions that run parallel to the plan's incidents, from the start of the recording on;
  /// called with the first device that records.
  public var concurrentActions: @Sendable (Device, InstalledApp) async throws -> Void = { _, _ in }
  /// Called with the virtual time, about once per simulated quarter of an hour.
  public var onProgress: (@Sendable (Duration) -> Void)?
  /// The fault of this night, if there is one.
  public var fault: NightFault?

  /// Returns the name of a recorded stream in the trace.
  public static func traceName(ofStream stream: String) -> String {
    switch stream {
    case HeartStrap.stream: HeartStrap.traceStream
    case NightDevice.rotationRate: "deviceMotion"
    default: stream
    }
  }

  /// - Parameters:
  ///   - names: The names of the devices at the collector; default: `iphone`, `watch`, `android`.
  ///   - world: The world of the night. Default: a new one with the seed of the plan.
  public init(
    _ plan: NightPlan, collector: any NightCollector, names: [NightDevice: String] = [:],
    in world: World? = nil
  ) throws {
    self.plan = plan
    self.collector = collector
    self.names = Dictionary(
      uniqueKeysWithValues: NightDevice.allCases.map {
        ($0, names[$0] ?? $0.rawValue)
      })
    self.world = try world ?? World(seed: plan.seed)
  }

  /// Returns the names of a device's recorded sensor streams.
  public func streams(of device: NightDevice) -> [String] {
    device.motionStreams + (device == .iphone && plan.hasStrap ? [HeartStrap.stream] : [])
  }

  /// Runs the night and reads the result from the collector.
  ///
  /// - Throws: `CollectorError`, `RecordingError`, and `NightError` if the collector already has
  ///   recordings of a device, which would falsify the account, if two devices have the same name,
  ///   or if no device records.
  public func run() async throws -> NightSummary {
    let start = ContinuousClock.now
    let night = try prepare()
    let (fixtures, injector) = try await world.run { [scenario = night.scenario] in
      try await scenario.play()
    }
    var summary = try night.summary(fixtures, injector)
    summary.wallSeconds = (ContinuousClock.now - start).seconds
    return summary
  }

  /// Plays the night in a world that runs, such as that of an exploration, and reads the result.
  ///
  /// - Throws: as `run()`.
  public func runInWorld() async throws -> NightSummary {
    let night = try prepare()
    let (fixtures, injector) = try await night.scenario.play()
    return try night.summary(fixtures, injector)
  }

  /// Checks the plan and connects the collector.
  private func prepare() throws -> PreparedNight {
    guard !plan.devices.isEmpty else { throw NightError.noDeviceRecords }
    // A watch needs its iPhone.
    let present = plan.devices.union(plan.devices.contains(.watch) ? [.iphone] : []).sorted()
    for (i, kind) in present.enumerated() {
      for other in present[..<i] where names[other] == names[kind] {
        throw NightError.sameName(names[kind]!)
      }
    }
    for kind in plan.devices.sorted() where try !collector.streams(of: names[kind]!).isEmpty {
      throw NightError.deviceHasRecordings(names[kind]!)
    }
    var faulty: FaultyGateway?
    if case .exchange(let number, let exchange)? = fault {
      faulty = FaultyGateway(collector.gateway, exchange, at: number)
    }
    if case .storage = fault { world.simulatesPowerLoss = true }
    let uploadCounter = UploadCounter(faulty ?? collector.gateway)
    world.gateway = uploadCounter
    let scenario = try NightScenario(run: self, uploadCounter: uploadCounter)
    return PreparedNight(
      run: self, scenario: scenario, uploadCounter: uploadCounter, faulty: faulty)
  }
}

/// A night whose world has its collector.
private struct PreparedNight {
  let run: NightRun
  let scenario: NightScenario
  let uploadCounter: UploadCounter
  let faulty: FaultyGateway?

  /// Reads the account when the user and the world have ended.
  func summary(
    _ fixtures: [NightDeviceFixture], _ injector: FaultInjector?
  ) throws -> NightSummary {
    for fixture in fixtures { uploadCounter.countFiles(under: fixture.app.container.home) }
    var summary = try NightAccount(run: run, uploadCounter: uploadCounter).summary(of: fixtures)
    summary.faultHasHappened =
      run.fault == nil || (faulty?.hasHappened ?? injector?.hasHappened) == true
    return summary
  }
}

/// The reasons why a night could not begin.
public enum NightError: Error, Hashable, CustomStringConvertible {
  case deviceHasRecordings(String)
  case noDeviceRecords
  case sameName(String)

  public var description: String {
    switch self {
    case .deviceHasRecordings(let device):
      "the collector already has recordings of \(device), so the samples of this night could not be counted separately: use a fresh database, or another device name and its token"
    case .sameName(let name):
      "two devices have the name \(name): give each device its own name"
    case .noDeviceRecords:
      "no device records: name at least one of \(NightDevice.allCases.map(\.rawValue).joined(separator: ", "))"
    }
  }
}

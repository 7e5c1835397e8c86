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

  /// - Parameter names: The names of the devices at the collector; default: `iphone`, `watch`,
  ///   `android`.
  public init(
    _ plan: NightPlan, collector: any NightCollector, names: [NightDevice: String] = [:]
  ) throws {
    self.plan = plan
    self.collector = collector
    self.names = Dictionary(
      uniqueKeysWithValues: NightDevice.allCases.map {
        ($0, names[$0] ?? $0.rawValue)
      })
    world = try World(seed: plan.seed)
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
    let uploadCounter = UploadCounter(faulty ?? collector.gateway)
    world.gateway = uploadCounter
    let start = ContinuousClock.now
    let scenario = try NightScenario(run: self, uploadCounter: uploadCounter)
    let (fixtures, injector) = try await world.run { try await scenario.play() }
    for fixture in fixtures {
      uploadCounter.countFiles(under: fixture.app.container.home)
    }
    var summary = try NightAccount(run: self, uploadCounter: uploadCounter).summary(of: fixtures)
    summary.faultHasHappened =
      fault == nil || (faulty?.hasHappened ?? injector?.hasHappened) == true
    summary.wallSeconds = (ContinuousClock.now - start).seconds
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

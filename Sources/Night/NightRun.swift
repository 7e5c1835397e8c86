import Foundation
import SimulatedOS
import VirtualTime

/// One night: simulated devices record, a collector stores, and every sample is accounted for.
public struct NightRun {
  public let plan: NightPlan
  public let collector: any NightCollector
  /// The names of the devices at the collector, and in the world.
  public let names: [NightDevice: String]
  public let world: World
  /// The iPhone's app. Default: the sample app. Another one listens to the notifications
  /// `StartNight` and `StopNight`, as that does, and takes where to send from `settings`.
  public var app: @Sendable (_ settings: InfoPlist) -> AppDefinition = { .nightApp($0) }
  /// What else happens, beside the plan's incidents, from the start of the recording on; for the
  /// first device that records.
  public var alongside: @Sendable (Device, InstalledApp) async throws -> Void = { _, _ in }
  /// Called with the virtual time, about once per simulated quarter of an hour.
  public var onProgress: (@Sendable (Duration) -> Void)?
  /// What goes wrong at an exact point, if anything.
  public var fault: NightFault?

  /// The name that a recorded stream has in the trace.
  public static func traceName(ofStream stream: String) -> String {
    switch stream {
    case HeartStrap.stream: HeartStrap.traceStream
    case NightDevice.rotationRate: "deviceMotion"
    default: stream
    }
  }

  /// - Parameter names: of devices at the collector; default: `iphone`, `watch`, `android`.
  public init(
    _ plan: NightPlan, collector: any NightCollector, names: [NightDevice: String] = [:]
  ) throws {
    self.plan = plan
    self.collector = collector
    self.names = Dictionary(uniqueKeysWithValues: NightDevice.allCases.map {
      ($0, names[$0] ?? $0.rawValue)
    })
    world = try World(seed: plan.seed)
  }

  /// The streams of a device's sensors, as they are recorded.
  public func streams(of device: NightDevice) -> [String] {
    device.motionStreams + (device == .iphone && plan.hasStrap ? [HeartStrap.stream] : [])
  }


  /// Runs the night and asks the collector what it has.
  ///
  /// - Throws: `CollectorError`, `RecordingError`, and `NightError` if a device has recordings at
  ///   the collector already, which would spoil the account, or if nobody records.
  public func run() async throws -> NightSummary {
    guard !plan.devices.isEmpty else { throw NightError.nobodyRecords }
    // A watch has its iPhone at hand.
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
    for one in fixtures { uploadCounter.countFiles(under: one.app.container.home) }
    var summary = try NightAccount(run: self, uploadCounter: uploadCounter).summary(of: fixtures)
    summary.faultHasHappened = fault == nil || (faulty?.hasHappened ?? injector?.hasHappened) == true
    summary.wallSeconds = (ContinuousClock.now - start).seconds
    return summary
  }
}

/// Why a night could not begin.
public enum NightError: Error, Hashable, CustomStringConvertible {
  case deviceHasRecordings(String)
  case nobodyRecords
  case sameName(String)

  public var description: String {
    switch self {
    case .deviceHasRecordings(let device):
      "the collector already has recordings of \(device), so this night could not be counted: use a fresh database, or another device name and its token"
    case .sameName(let name):
      "two devices would be called \(name): give each a name of its own"
    case .nobodyRecords:
      "nobody records: name at least one of \(NightDevice.allCases.map(\.rawValue).joined(separator: ", "))"
    }
  }
}

import Foundation
import YobanSimulatedOS
import YobanVirtualTime

/// The account of a night: every sample of a sensor must be either stored or in a gap.
public struct NightSummary: Sendable {
  public var hours: Double
  public var seed: UInt64
  /// The accounts of the devices that recorded, in the order of `NightDevice`.
  public var devices: [DeviceAccount] = []
  /// The number of bytes over the link between watch and phone, in both directions.
  public var linkBytes: Int64 = 0
  /// The number of requests to the collector.
  public var exchanges = 0
  /// Whether the fault of the night happened; true if there is no fault.
  public var faultHasHappened = true
  /// The findings, in order.
  public var findings: [String] = []
  /// The digest of the trace; the same seed gives the same digest.
  public var digest = ""
  public var wallSeconds = 0.0

  /// A period of the wanted time without samples.
  public struct GapRow: Sendable, Hashable {
    public var device: String
    public var stream: String
    /// The time since the simulation began.
    public var from: Duration
    public var to: Duration
    public var cause: String
    /// The number of samples that the sensor took in the gap.
    public var samples: Int
  }

  /// The recordings of one device and the account of their samples.
  public struct DeviceAccount: Sendable, Hashable {
    /// The device's name at the collector.
    public var name: String
    public var kind: NightDevice
    /// The number of samples that the sensors took in the wanted time, including those that no app
    /// received.
    public var sensed = 0
    /// The number of sensed samples inside the gaps that the device reported.
    public var inGaps = 0
    /// The number of samples in chunks that left the device or are still on it.
    public var recorded = 0
    /// The number of recorded samples that do not come from a sensor: the app's notes about rooms
    /// and jobs.
    public var events = 0
    /// The number of samples at the collector.
    public var stored = 0
    /// The number of samples that the collector stored more than once.
    public var duplicates = 0
    /// The number of chunks that the collector refused because other chunks have their names.
    public var conflicts = 0
    public var chunks = 0
    public var bytes = 0
    public var gaps: [GapRow] = []
    /// The number of times that the system woke or launched the app in the background.
    public var wakes = 0
    /// The exercise minutes that the Activity app credits (WK3).
    public var exerciseMinutes = 0
    /// The battery level in the morning, from 0 (empty) to 1 (full).
    public var battery = 0.0
    /// The energy that the night took from the battery, estimated from public figures; nil if it was not asked for.
    public var energy: EnergyEstimate?

    public init(name: String, kind: NightDevice) {
      self.name = name
      self.kind = kind
    }

    /// Whether no sample is lost, no sample is stored twice, and all time is accounted for.
    public var isComplete: Bool {
      recorded == stored && duplicates == 0 && conflicts == 0 && unaccounted == 0
    }

    /// The number of samples that are neither recorded nor in a gap; negative if some are both.
    public var unaccounted: Int { sensed - (recorded - events) - inGaps }
  }

  public init(hours: Double, seed: UInt64) {
    self.hours = hours
    self.seed = seed
  }

  // MARK: Totals

  public var sensed: Int { sum(\.sensed) }
  public var inGaps: Int { sum(\.inGaps) }
  public var recorded: Int { sum(\.recorded) }
  public var events: Int { sum(\.events) }
  public var stored: Int { sum(\.stored) }
  public var duplicates: Int { sum(\.duplicates) }
  public var unaccounted: Int { sum(\.unaccounted) }
  public var chunks: Int { sum(\.chunks) }
  public var bytes: Int { sum(\.bytes) }
  public var wakes: Int { sum(\.wakes) }
  public var gaps: [GapRow] { devices.flatMap(\.gaps) }

  private func sum(_ number: KeyPath<DeviceAccount, Int>) -> Int {
    devices.reduce(0) { $0 + $1[keyPath: number] }
  }

  public func device(_ kind: NightDevice) -> DeviceAccount? { devices.first { $0.kind == kind } }

  /// Whether the accounts of all devices are complete.
  public var isComplete: Bool { devices.allSatisfy(\.isComplete) }
}

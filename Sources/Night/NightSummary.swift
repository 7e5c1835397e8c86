import Foundation
import VirtualTime

/// The account of a night: every sample that a sensor took is either stored or in a gap.
public struct NightSummary: Sendable {
  public var hours: Double
  public var seed: UInt64
  /// Of each device that recorded, in their order.
  public var devices: [DeviceAccount] = []
  /// Bytes that went over the link between watch and phone, in both directions.
  public var linkBytes: Int64 = 0
  /// Requests to the collector.
  public var exchanges = 0
  /// Whether the fault that was to happen did, if there was one.
  public var faultHasHappened = true
  /// Findings, in order.
  public var findings: [String] = []
  /// Digest of the trace: the same for the same seed.
  public var digest = ""
  public var wallSeconds = 0.0

  /// A stretch of wanted time without samples.
  public struct GapRow: Sendable, Hashable {
    public var device: String
    public var stream: String
    /// Since the simulation began.
    public var from: Duration
    public var to: Duration
    public var cause: String
    /// How many samples the sensor took in it.
    public var samples: Int
  }

  /// What one device recorded, and what became of it.
  public struct DeviceAccount: Sendable, Hashable {
    /// Its name at the collector.
    public var name: String
    public var kind: NightDevice
    /// Samples that the sensors took in the wanted time, whether or not anybody saw them.
    public var sensed = 0
    /// Of those, how many lie inside the gaps that the device reported.
    public var inGaps = 0
    /// Samples in chunks that left the device, or are still on it.
    public var recorded = 0
    /// Of those, how many are no sensor's: the app's own notes of rooms and jobs.
    public var events = 0
    /// Samples on the collector.
    public var stored = 0
    /// Samples that the collector has more than once.
    public var duplicates = 0
    /// Chunks that the collector refused because it has others of their names.
    public var conflicts = 0
    public var chunks = 0
    public var bytes = 0
    public var gaps: [GapRow] = []
    /// How often the system woke or launched the app in background.
    public var wakes = 0
    /// Minutes of exercise that the Activity app credits (WK3).
    public var exerciseMinutes = 0
    /// From 0 (empty) to 1 (full), in the morning.
    public var battery = 0.0

    public init(name: String, kind: NightDevice) {
      self.name = name
      self.kind = kind
    }

    /// Nothing lost, nothing twice, every second accounted for.
    public var isComplete: Bool {
      recorded == stored && duplicates == 0 && conflicts == 0 && unaccounted == 0
    }

    /// Samples that are neither recorded nor in a gap; negative if some are both.
    public var unaccounted: Int { sensed - (recorded - events) - inGaps }
  }

  public init(hours: Double, seed: UInt64) {
    self.hours = hours
    self.seed = seed
  }

  // MARK: In sum

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

  /// Nothing lost, nothing twice, every second accounted for, on every device.
  public var isComplete: Bool { devices.allSatisfy(\.isComplete) }
}

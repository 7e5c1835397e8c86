import YobanPlatformProfiles

/// The constants of an Android phone's sensors.
public struct AndroidSensorPolicy: Policy, Sendable, Hashable {
  /// Whether idle apps receive no events from continuous, on-change and one-shot sensors (AN2).
  @Fact(
    "idle apps get no sensor events", "AN2", .always(false, .documented),
    .since(28, true, .documented))
  public var withholdsFromIdle: Bool
  /// The maximum number of samples per second for an app with target 31 or higher without
  /// `HIGH_SAMPLING_RATE_SENSORS` (AN16); nil: no limit.
  @Fact(
    "samples per second without HIGH_SAMPLING_RATE_SENSORS, target 31 and higher", "AN16",
    .always(nil, .documented), .since(31, 200, .documented))
  public var unpermittedRate: Int?
  /// The number of events that the FIFO of a sensor without wake-up holds for each listener; 0: no
  /// FIFO (AN16).
  @Fact("events in a sensor's FIFO", "AN16", .always(3_000, .assumed))
  public var fifoEventCount: Int
  /// The same for a wake-up sensor (AN16).
  @Fact("events in a wake-up sensor's FIFO", "AN16", .always(3_000, .assumed))
  public var wakeUpFIFOEventCount: Int
  /// The time for which a wake-up sensor keeps the CPU awake for its events (AN16).
  @Fact(
    "CPU awake for the events of a wake-up sensor", "AN16", .always(.milliseconds(200), .assumed))
  public var wakeUpHold: Duration

  /// The policy of an API level.
  public init(api version: SystemVersion) { self.init(for: version) }

  package init() {}
}

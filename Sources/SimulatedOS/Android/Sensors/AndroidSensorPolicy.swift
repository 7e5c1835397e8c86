/// The constants of an Android phone's sensors.
public struct AndroidSensorPolicy: Sendable, Hashable {
  /// Whether idle apps receive no events from continuous, on-change and one-shot sensors (AN2: from
  /// API 28).
  public var withholdsFromIdle: Bool
  /// The maximum number of samples per second for an app with target 31 or higher without
  /// `HIGH_SAMPLING_RATE_SENSORS` (AN16, documented: 200 from API 31); nil: no limit.
  public var unpermittedRate: Int?
  /// The number of events that the FIFO of a sensor without wake-up holds for each listener; 0: no
  /// FIFO (AN16; the number is assumed).
  public var fifoEventCount: Int
  /// The same for a wake-up sensor (AN16; the number is assumed).
  public var wakeUpFIFOEventCount: Int
  /// The time for which a wake-up sensor keeps the CPU awake for its events (AN16, assumed).
  public var wakeUpHold: Duration

  /// The policy of an API level.
  public init(api version: SystemVersion) {
    withholdsFromIdle = AndroidDeviceFacts.withholdsFromIdle(version)
    unpermittedRate = AndroidDeviceFacts.unpermittedRate(version)
    fifoEventCount = AndroidDeviceFacts.fifoEventCount(version)
    wakeUpFIFOEventCount = AndroidDeviceFacts.wakeUpFIFOEventCount(version)
    wakeUpHold = AndroidDeviceFacts.wakeUpHold(version)
  }
}

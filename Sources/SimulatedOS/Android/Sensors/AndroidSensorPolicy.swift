/// The constants of an Android phone's sensors.
public struct AndroidSensorPolicy: Sendable, Hashable {
  /// Whether idle apps get no events from continuous, on-change and one-shot sensors (AN2: from API 28).
  public var withholdsFromIdle: Bool
  /// Samples per second that an app with target 31 or higher gets at most without
  /// `HIGH_SAMPLING_RATE_SENSORS` (AN16, documented: 200 from API 31); nil: as many as it asks for.
  public var unpermittedRate: Int?
  /// Events that the FIFO of a sensor that is no wake-up sensor holds for each listener; 0: it has
  /// none (AN16; the number is assumed).
  public var fifoEventCount: Int
  /// The same of a wake-up sensor (AN16; the number is assumed).
  public var wakeUpFIFOEventCount: Int
  /// How long a wake-up sensor keeps the CPU awake for its events (AN16, assumed).
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

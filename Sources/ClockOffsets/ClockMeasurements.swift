/// A clock that takes part in a measurement.
///
/// The clocks of a device are counted from one of its boots on, so that setting the wall clock does not change them.
/// `since` is where such a clock began, in its own time: two clocks with the same one are the same.
public enum MeasuredClock: Hashable, Sendable {
  /// The time of the samples that the device records.
  case recorded(since: Int64)
  /// A clock of the phone that passes on the recordings of the device.
  case relay(since: Int64)
  /// The clock of the collector.
  case collector
}

/// The measurements of the clocks of one device. All times are in nanoseconds.
public struct ClockMeasurements: Hashable, Sendable {
  /// Messages between two clocks.
  public struct Exchange: Hashable, Sendable {
    public var clock: MeasuredClock
    public var reference: MeasuredClock
    public var stamps: ClockExchange

    public init(_ clock: MeasuredClock, to reference: MeasuredClock, _ stamps: ClockExchange) {
      self.clock = clock
      self.reference = reference
      self.stamps = stamps
    }
  }

  /// The time of the samples and the wall clock of the device, read at one moment.
  public struct WallReading: Hashable, Sendable {
    /// Where the time of the samples began, as in `MeasuredClock.recorded`.
    public var since: Int64
    public var recorded: Int64
    public var wall: Int64

    public init(since: Int64, recorded: Int64, wall: Int64) {
      self.since = since
      self.recorded = recorded
      self.wall = wall
    }
  }

  /// The clock of an accessory as a sample contains it, and when the sample arrived.
  public struct AccessoryReading: Hashable, Sendable {
    /// The time of the sample, which is that of its arrival.
    public var recorded: Int64
    /// The time of the accessory.
    public var accessory: Int64

    public init(recorded: Int64, accessory: Int64) {
      self.recorded = recorded
      self.accessory = accessory
    }
  }

  public var exchanges: [Exchange]
  public var walls: [WallReading]
  /// By the stream that has the samples of the accessory.
  public var accessories: [String: [AccessoryReading]]

  public init(
    exchanges: [Exchange] = [], walls: [WallReading] = [],
    accessories: [String: [AccessoryReading]] = [:]
  ) {
    self.exchanges = exchanges
    self.walls = walls
    self.accessories = accessories
  }
}

/// A step of a clock.
public struct ClockJump: Hashable, Sendable {
  public enum Clock: Hashable, Sendable {
    /// The wall clock of the device was set. The times of samples do not follow it.
    case wall
    /// The time of the samples began again, because the device was booted.
    case recorded
    /// The clock of the accessory that a stream comes from was set, or began again.
    case accessory(stream: String)
  }

  public var clock: Clock
  /// The time of the samples from which on the clock has the new time, in nanoseconds.
  public var time: Int64
  /// By how much the clock went ahead, in nanoseconds; below 0 if it went back; nil if this is not known.
  public var amount: Int64?

  public init(_ clock: Clock, at time: Int64, by amount: Int64?) {
    self.clock = clock
    self.time = time
    self.amount = amount
  }
}

/// A time on the clock of the collector.
public struct CorrectedTime: Hashable, Sendable {
  /// In nanoseconds since 1970.
  public var time: Int64
  /// The true time is at most this much earlier or later, in nanoseconds.
  public var uncertainty: Int64

  public init(_ time: Int64, uncertainty: Int64) {
    self.time = time
    self.uncertainty = uncertainty
  }
}

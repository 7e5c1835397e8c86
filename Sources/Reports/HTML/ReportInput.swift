import SimulatedOS
import VirtualTime

/// What an HTML report shows: the trace, and what the trace does not know.
///
/// Only `title`, `duration` and `events` are needed; everything else adds to the page.
public struct ReportInput: Sendable, Hashable {
  public var title: String
  /// One line below the title, such as the command with its seed.
  public var subtitle: String
  /// How long the world ran. Events after it are shown nevertheless.
  public var duration: Duration
  /// In the order of the trace.
  public var events: [TraceEvent]
  /// The numbers at the top of the page, in this order.
  public var summary: [Figure]
  /// Shown below the figures; nil: none.
  public var table: Table?
  /// What is known of the devices, in the order of their lanes. Devices that are only in the trace
  /// follow.
  public var devices: [Device]
  /// What is known of the streams. Those that are only in the trace or in `gaps` are shown too.
  public var streams: [Stream]
  public var gaps: [Gap]
  /// The wall clock at the start; nil: only times since the start are shown.
  public var wallClock: WallClock?

  public init(
    title: String, subtitle: String = "", duration: Duration, events: [TraceEvent],
    summary: [Figure] = [], table: Table? = nil, devices: [Device] = [], streams: [Stream] = [],
    gaps: [Gap] = [], wallClock: WallClock? = nil
  ) {
    self.title = title
    self.subtitle = subtitle
    self.duration = duration
    self.events = events
    self.summary = summary
    self.table = table
    self.devices = devices
    self.streams = streams
    self.gaps = gaps
    self.wallClock = wallClock
  }
}

extension ReportInput {
  /// One number of the summary.
  public struct Figure: Sendable, Hashable {
    public var label: String
    public var value: String
    /// What one should think of it; colours the number.
    public var verdict: Verdict

    public enum Verdict: String, Sendable, Hashable { case neutral, good, bad }

    public init(_ label: String, _ value: String, _ verdict: Verdict = .neutral) {
      self.label = label
      self.value = value
      self.verdict = verdict
    }
  }

  /// What the report says of a device beside its events.
  public struct Device: Sendable, Hashable {
    /// As in the trace.
    public var name: String
    /// Such as `iPhone 12, iOS 17`.
    public var details: String
    /// How long background tasks keep an app running (BG1); nil: the lane of the remaining time is
    /// left out.
    public var backgroundTaskBudget: Duration?

    public init(_ name: String, details: String = "", backgroundTaskBudget: Duration? = nil) {
      self.name = name
      self.details = details
      self.backgroundTaskBudget = backgroundTaskBudget
    }
  }

  /// What the report says of a stream of samples beside its events.
  public struct Stream: Sendable, Hashable {
    /// As in the trace.
    public var device: String
    /// As in the trace, such as `accelerometer`.
    public var name: String
    /// What was asked for; nil: the highest value of the trace is the top of the curve.
    public var expectedPerMinute: Int?

    public init(_ name: String, device: String, expectedPerMinute: Int? = nil) {
      self.name = name
      self.device = device
      self.expectedPerMinute = expectedPerMinute
    }
  }

  /// A stretch without samples, with what explains it.
  public struct Gap: Sendable, Hashable {
    /// As in the trace.
    public var device: String
    /// As in the trace.
    public var stream: String
    public var start: VirtualInstant
    public var end: VirtualInstant
    /// Such as `suspended`.
    public var cause: String

    public init(
      device: String, stream: String, from start: VirtualInstant, to end: VirtualInstant,
      cause: String
    ) {
      self.device = device
      self.stream = stream
      self.start = start
      self.end = end
      self.cause = cause
    }
  }

  /// What a clock on the wall showed when the world began.
  public struct WallClock: Sendable, Hashable {
    public var secondsSince1970: Int64
    /// The clock's offset from UTC, which stays the same throughout the report.
    public var secondsFromUTC: Int64

    public init(secondsSince1970: Int64, secondsFromUTC: Int64 = 0) {
      self.secondsSince1970 = secondsSince1970
      self.secondsFromUTC = secondsFromUTC
    }
  }
}

extension ReportInput {
  /// The report of a world after its run: its events, its devices, and how long it ran.
  public init(of world: World, title: String, subtitle: String = "") {
    self.init(
      title: title, subtitle: subtitle, duration: world.now - .start, events: world.trace.events,
      devices: world.devices.map { Device($0.name, $0.profile) })
  }
}

extension ReportInput.Device {
  /// What a device's profile says of it.
  public init(_ name: String, _ profile: DeviceProfile) {
    self.init(
      name, details: profile.title,
      backgroundTaskBudget: profile.platform == .iOS ? profile.backgroundTasks.budget : nil)
  }
}

import YobanSimulatedOS
import YobanVirtualTime

/// The content of an HTML report: the trace, and data that is not in the trace.
///
/// Only `title`, `duration` and `events` are required; everything else adds to the page.
public struct ReportInput: Sendable, Hashable {
  public var title: String
  /// One line below the title, such as the command with its seed.
  public var subtitle: String
  /// The duration of the world's run. Later events are shown, too.
  public var duration: Duration
  /// In the order of the trace.
  public var events: [TraceEvent]
  /// The numbers at the top of the page, in this order.
  public var summary: [Figure]
  /// The table below the figures; nil for none.
  public var table: Table?
  /// The descriptions of the devices, in the order of their lanes. Devices that are only in the
  /// trace follow.
  public var devices: [Device]
  /// The descriptions of the streams. Streams that are only in the trace or in `gaps` are shown,
  /// too.
  public var streams: [Stream]
  public var gaps: [Gap]
  /// The wall clock at the start; if nil, only times since the start are shown.
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
    /// Whether the number is good or bad news; sets its color.
    public var verdict: Verdict

    public enum Verdict: String, Sendable, Hashable { case neutral, good, bad }

    public init(_ label: String, _ value: String, _ verdict: Verdict = .neutral) {
      self.label = label
      self.value = value
      self.verdict = verdict
    }
  }

  /// The description of a device, in addition to its events.
  public struct Device: Sendable, Hashable {
    /// The device's name in the trace.
    public var name: String
    /// The device's details, such as `iPhone 12, iOS 17`.
    public var details: String
    /// The time for which background tasks keep an app running (BG1); if nil, the lane of the
    /// remaining time is omitted.
    public var backgroundTaskBudget: Duration?

    public init(_ name: String, details: String = "", backgroundTaskBudget: Duration? = nil) {
      self.name = name
      self.details = details
      self.backgroundTaskBudget = backgroundTaskBudget
    }
  }

  /// The description of a stream of samples, in addition to its events.
  public struct Stream: Sendable, Hashable {
    /// The device's name in the trace.
    public var device: String
    /// The stream's name in the trace, such as `accelerometer`.
    public var name: String
    /// The requested number of samples per minute; if nil, the highest value in the trace is the
    /// top of the curve.
    public var expectedPerMinute: Int?

    public init(_ name: String, device: String, expectedPerMinute: Int? = nil) {
      self.name = name
      self.device = device
      self.expectedPerMinute = expectedPerMinute
    }
  }

  /// A period without samples, with its cause.
  public struct Gap: Sendable, Hashable {
    /// The device's name in the trace.
    public var device: String
    /// The stream's name in the trace.
    public var stream: String
    public var start: VirtualInstant
    public var end: VirtualInstant
    /// The cause, such as `suspended`.
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

  /// The wall clock time when the world began.
  public struct WallClock: Sendable, Hashable {
    public var secondsSince1970: Int64
    /// The clock's offset from UTC, which is constant in the whole report.
    public var secondsFromUTC: Int64

    public init(secondsSince1970: Int64, secondsFromUTC: Int64 = 0) {
      self.secondsSince1970 = secondsSince1970
      self.secondsFromUTC = secondsFromUTC
    }
  }
}

extension ReportInput {
  /// Creates the report of a world after its run, with its events, its devices, and its duration.
  public init(of world: World, title: String, subtitle: String = "") {
    self.init(
      title: title, subtitle: subtitle, duration: world.now - .start, events: world.trace.events,
      devices: world.devices.map { Device($0.name, $0.profile) })
  }
}

extension ReportInput.Device {
  /// Creates the description of a device from its profile.
  public init(_ name: String, _ profile: DeviceProfile) {
    self.init(
      name, details: profile.title,
      backgroundTaskBudget: profile.platform == .iOS ? profile.backgroundTasks.budget : nil)
  }
}

/// Everything that the page of one night shows besides the curves.
///
/// Every time is in nanoseconds since 1970.
struct NightContent: Hashable, Sendable {
  var device: String
  /// The label of the device; nil if it has none, or if the page must not show it.
  var label: String?
  var place: NightPlace
  var start: Int64
  var end: Int64
  /// Whether the night has no stop, because the recording continues or was interrupted.
  var isOpen: Bool
  var streams: [NightStream]
  var gaps: [NightGap]
  var marks: [NightMark]
  var clocks = NightClocks()
  var previous: NightLink?
  var next: NightLink?
  /// Links below the curves that concern the whole night.
  var downloads: [NightLink]

  init(
    device: String, place: NightPlace, start: Int64, end: Int64, isOpen: Bool = false,
    streams: [NightStream],
    gaps: [NightGap] = [], marks: [NightMark] = [], previous: NightLink? = nil,
    next: NightLink? = nil, downloads: [NightLink] = []
  ) {
    self.device = device
    self.place = place
    self.start = start
    self.end = max(start, end)
    self.isOpen = isOpen
    self.streams = streams
    self.gaps = gaps
    self.marks = marks
    self.previous = previous
    self.next = next
    self.downloads = downloads
  }
}

extension NightContent {
  var gapsByStream: [String: [NightGap]] { Dictionary(grouping: gaps, by: \.stream) }
}

/// A stream of a night.
struct NightStream: Hashable, Sendable {
  /// The way in which the samples of a stream are drawn.
  enum Drawing: String, Hashable, Sendable, CaseIterable {
    /// Lines between samples, for dense streams such as motion.
    case lines
    /// A value holds until the next sample, for slow streams such as the heart rate.
    case steps
    /// Samples are not connected, for irregular streams such as beacons.
    case dots
  }

  var name: String
  var channels: [String]
  /// The unit of each channel; a channel without an element has no unit.
  var units: [String]
  var sampleCount: Int
  var drawing: Drawing
  /// Links that concern this stream.
  var downloads: [NightLink]

  init(
    name: String, channels: [String], units: [String], sampleCount: Int, drawing: Drawing,
    downloads: [NightLink] = []
  ) {
    self.name = name
    self.channels = channels
    self.units = units
    self.sampleCount = sampleCount
    self.drawing = drawing
    self.downloads = downloads
  }

  func unit(_ channel: Int) -> String { channel < units.count ? units[channel] : "" }
}

/// A period without samples of one stream, with its cause.
struct NightGap: Hashable, Sendable {
  var stream: String
  var start: Int64
  var end: Int64
  var cause: String
  /// Whether the samples may still arrive, because chunks of the device are missing.
  var isMissing: Bool

  init(stream: String, start: Int64, end: Int64, cause: String, isMissing: Bool = false) {
    self.stream = stream
    self.start = start
    self.end = end
    self.cause = cause
    self.isMissing = isMissing
  }
}

/// A named point in time, such as `started`. It is shown in the charts of all streams.
struct NightMark: Hashable, Sendable {
  var time: Int64
  var name: String

  init(time: Int64, name: String) {
    self.time = time
    self.name = name
  }
}

/// A link to another page or a download.
struct NightLink: Hashable, Sendable {
  var title: String
  /// An address on the same server, which begins with `/`.
  var path: String
  /// Whether the script sets `from` and `to` in the query to the visible time.
  var hasRange: Bool

  init(title: String, path: String, hasRange: Bool = false) {
    self.title = title
    self.path = path
    self.hasRange = hasRange
  }
}

import Chunks
import ClockOffsets

/// The addresses of a night's page.
struct NightPlace: Hashable, Sendable {
  /// The prefix of the paths of streams and events.
  var base: String
  /// The path of the data of the page.
  var dataPath: String
  /// The prefix of the paths of the whole night as a file.
  var filePrefix: String
  /// Whether the page belongs to a link that gives access to nothing else.
  var isShared: Bool

  static func device(_ device: String, _ night: Night) -> NightPlace {
    let base = "/devices/\(device)"
    let own = "\(base)/nights/\(night.span.start)"
    return NightPlace(base: base, dataPath: own + "/data", filePrefix: own, isShared: false)
  }

  static func shared(token: String) -> NightPlace {
    let own = "/shared/\(token)"
    return NightPlace(base: own, dataPath: own + "/data", filePrefix: own, isShared: true)
  }
}

extension NightContent {
  /// The number of marks that are read for the page, the same number of each stream.
  private static let marksMax = 2_000

  /// Reads what the page of a night shows.
  static func load(
    _ night: Night, of device: String, at place: NightPlace, _ storage: any CollectorStorage
  ) async throws -> NightContent {
    let span = night.span
    var streams: [NightStream] = []
    var marks: Set<NightMark> = []
    let marksPerStream = max(10, marksMax / max(1, night.streams.count))
    for part in night.streams {
      let name = StreamName(device: device, stream: part.name)
      let channels = try await storage.channels(of: name, in: span.times)
      let found = try await storage.marks(of: name, in: span.times, atMost: marksPerStream)
      marks.formUnion(found.map { NightMark(time: $0.time, name: $0.name) })
      streams.append(
        NightStream(
          name: part.name, channels: channels.names, units: channels.units,
          sampleCount: part.sampleCount,
          // A stream without a nominal interval has a value when there is a new one, such as a heart rate.
          drawing: channels.interval == nil ? .steps : .lines,
          downloads: [("CSV", "csv"), ("Parquet", "parquet")].map { title, ending in
            NightLink(
              title: title,
              path:
                "\(place.base)/streams/\(part.name)/samples.\(ending)?from=\(span.start)&to=\(span.end.clampedAdd(1))",
              hasRange: true)
          }))
    }
    // A link does not tell when the next recording begins, nor how many chunks are missing up to it.
    let shown = night.missing.filter { run in
      !place.isShared || (run.span.start < run.span.end && run.span.end <= span.end)
    }
    let missing = shown.map { run in
      NightGap(
        stream: run.stream, start: run.span.start, end: run.span.end,
        cause: Wording.count(Int(clamping: run.count), "missing chunk"), isMissing: true)
    }
    let gaps = night.gaps.map {
      NightGap(
        stream: $0.stream, start: $0.start, end: place.isShared ? span.limited($0.end) : $0.end,
        cause: $0.cause)
    }
    var content = NightContent(
      device: device, place: place, start: span.start, end: span.end, isOpen: span.isOpen,
      streams: streams,
      gaps: (gaps + missing).sorted { ($0.start, $0.stream) < ($1.start, $1.stream) },
      marks: marks.sorted { ($0.time, $0.name) < ($1.time, $1.name) })
    content.clocks = NightClocks(
      DeviceClocks(
        try await storage.clockMeasurements(of: device, in: span.times), over: span.times))
    content.marks = (content.marks + content.clocks.marks(without: content.marks))
      .sorted { ($0.time, $0.name) < ($1.time, $1.name) }
    content.downloads = [
      NightLink(
        title: "Whole night (ZIP with Parquet, SQLite, README)",
        path: "\(place.filePrefix)/\(NightFiles.Format.zip.rawValue)"),
      NightLink(
        title: "SQLite file", path: "\(place.filePrefix)/\(NightFiles.Format.sqlite.rawValue)"),
    ]
    if !place.isShared {
      content.label = try await storage.descriptions(of: [device])[device]?.label
      func link(_ title: String, _ night: Night?) -> NightLink? {
        night.map { NightLink(title: title, path: "\(place.base)/nights/\($0.span.start)") }
      }
      content.previous = link(
        "Previous night",
        try await storage.nights(of: device, before: span.start, atMost: 1).first)
      content.next = link(
        "Next night", try await storage.firstNight(of: device, after: span.start))
    }
    return content
  }
}

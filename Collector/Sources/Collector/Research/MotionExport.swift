import Chunks
import ResearchFormats

/// Receives the files of an export, one after the other.
public protocol ExportFiles: AnyObject {
  /// Begins a file.
  ///
  /// - Parameter path: with slashes between its folders.
  func begin(_ path: String) throws

  /// Appends bytes to the file.
  func append(_ bytes: [UInt8]) throws

  /// Ends the file.
  func end() throws
}

extension ExportFiles {
  func add(_ path: String, _ bytes: [UInt8]) throws {
    try begin(path)
    try append(bytes)
    try end()
  }

  func add(_ path: String, _ text: String) throws { try add(path, Array(text.utf8)) }
}

/// Writes nights as a dataset of Motion-BIDS. Each device is a participant, each night a session, and each stream with
/// a movement a tracking system.
struct MotionExport: Sendable {
  let dataset: MotionDataset
  private var devices: [String] = []
  /// The streams without a movement, which are not part of Motion-BIDS.
  private var otherStreams: Set<String> = []
  private var sessionCount = 0
  private var damagedCount = 0

  init(_ dataset: MotionDataset) { self.dataset = dataset }

  /// Whether a night has a stream with a movement.
  static func hasMotion(_ night: NightDownload) -> Bool {
    night.parts.contains { part in
      MotionRecording(
        channels: Array(zip(part.channels.names, part.channels.units)),
        nominalNanoseconds: nil
      ).isMotion
    }
  }

  /// Writes a night; nothing if it has no stream with a movement.
  ///
  /// - Parameter written: called after each part, so that it can be sent.
  mutating func add(
    _ night: NightDownload, _ storage: any CollectorStorage, to files: some ExportFiles,
    written: () async throws -> Void = {}
  ) async throws {
    let device = night.contents.device
    let session = dataset.session(
      of: device, start: night.span.start, streams: night.parts.map(\.name.stream))
    var recordings: [(path: MotionDataset.Paths, onset: Int64)] = []
    for part in night.parts {
      let paths = session.paths(of: part.name.stream, task: dataset.task)
      if let onset = try await add(part, of: night, as: paths, storage, to: files, written) {
        recordings.append((paths, onset))
      } else {
        otherStreams.insert(part.name.stream)
      }
    }
    damagedCount += night.contents.chunks.count(where: \.isDamaged)
    guard !recordings.isEmpty else { return }
    try files.add(session.scans, session.scansTable(recordings))
    sessionCount += 1
    if !devices.contains(device) { devices.append(device) }
  }

  /// Writes a stream, and returns the time of its first sample; nil if it has no movement.
  private func add(
    _ part: NightDownload.Part, of night: NightDownload, as paths: MotionDataset.Paths,
    _ storage: any CollectorStorage, to files: some ExportFiles, _ written: () async throws -> Void
  ) async throws -> Int64? {
    var recording = MotionRecording(
      channels: Array(zip(part.channels.names, part.channels.units)),
      nominalNanoseconds: part.channels.interval)
    guard recording.isMotion, try await Self.canBegin(part, recording, night, storage) else {
      return nil
    }
    try files.begin(paths.motion)
    var samples = night.samples(of: part, storage)
    var places = ChannelPlaces(columns: part.channels.names)
    var text = ""
    while let run = try await samples.next() {
      let columns = places.places(of: run.channels)
      for row in run.rows {
        let values = run.values(of: row)
        recording.append(
          run.times[row], columns.map { $0.map { values[values.startIndex + $0] } }, to: &text)
      }
      try files.append(Array(text.utf8))
      text.removeAll(keepingCapacity: true)
      try await written()
    }
    try files.end()
    let events = Self.events(of: part.name.stream, night)
    let sidecar = recording.sidecar(
      task: dataset.task, trackingSystem: part.name.stream, hasGaps: events.contains(where: \.isGap)
    )
    // There are enough samples, see `canBegin`.
    guard let sidecar, let onset = recording.onset else { return nil }
    try files.add(paths.sidecar, sidecar)
    try files.add(
      paths.channels, recording.channelsTable(trackedPoint: night.contents.device))
    if !events.isEmpty {
      try files.add(paths.events, recording.eventsTable(events))
      try files.add(paths.eventsDescription, MotionRecording.eventsDescription)
    }
    return onset
  }

  /// Whether a stream has enough samples for a sample rate: one if its interval is known, and otherwise two of
  /// different times.
  private static func canBegin(
    _ part: NightDownload.Part, _ recording: MotionRecording, _ night: NightDownload,
    _ storage: any CollectorStorage
  ) async throws -> Bool {
    var recording = recording
    var samples = night.samples(of: part, storage)
    var unused = ""
    while let run = try await samples.next() {
      for time in run.times {
        recording.append(time, [], to: &unused)
        if recording.samplingFrequency != nil { return true }
      }
      unused.removeAll(keepingCapacity: true)
    }
    return false
  }

  private static func events(
    of stream: String, _ night: NightDownload
  ) -> [MotionRecording.Event] {
    night.contents.gaps.filter { $0.stream == stream }.map { gap in
      MotionRecording.Event(start: gap.start, end: gap.end, isGap: true, value: gap.cause)
    }
      + night.contents.marks.filter { $0.stream == stream }.map { mark in
        MotionRecording.Event(start: mark.time, end: nil, isGap: false, value: mark.name)
      }
  }

  /// Writes the common files. Returns the number of nights.
  func finish(to files: some ExportFiles) throws -> Int {
    try files.add("dataset_description.json", dataset.description)
    try files.add("participants.tsv", dataset.participants(devices.sorted()))
    try files.add("participants.json", MotionDataset.participantsDescription)
    try files.add("README.md", readme)
    return sessionCount
  }

  private var readme: String {
    var lines = [
      "# \(dataset.name)", "",
      "Nights of recordings, written by yoban-collector \(dataset.generatorVersion) as Motion-BIDS. Each device of the collector is a participant, each night a session, and each stream a tracking system.",
      "",
      "The first column of a `*_motion.tsv` is the time of a sample in seconds after the first one; the time of the first one is in `*_scans.tsv`, in UTC. The samples have their own times and were not put on a regular grid. No sample was made up: where the recording has a gap, there are no lines, and `*_events.tsv` has the gap with its cause. Accelerations in g were multiplied by 9.80665.",
    ]
    if !otherStreams.isEmpty {
      lines += [
        "",
        "These streams have no movement, or too few samples for a sample rate, and are not part of the dataset: "
          + otherStreams.sorted().joined(separator: ", ") + ".",
      ]
    }
    if damagedCount > 0 {
      lines += [
        "", "\(damagedCount) damaged chunks of these nights could not be read and were left out.",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

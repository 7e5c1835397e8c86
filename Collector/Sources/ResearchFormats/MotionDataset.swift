import Foundation

/// The names and the common files of a dataset of Motion-BIDS.
public struct MotionDataset: Sendable {
  /// The version of the specification that the files follow.
  public static let version = "1.10.0"

  public let name: String
  /// The label of the task, which is part of the names of all files: letters and digits.
  public let task: String
  public let authors: [String]
  public let generatorVersion: String
  private let subjects: BIDSLabels

  /// - Parameters:
  ///   - devices: all devices of the dataset. Each is a participant.
  ///   - task: a text that `isLabel` accepts.
  public init(
    name: String, task: String, authors: [String], devices: [String], generatorVersion: String
  ) {
    self.name = name
    self.task = task
    self.authors = authors
    self.generatorVersion = generatorVersion
    subjects = BIDSLabels(devices)
  }

  /// Whether a text can be a label in the names of files.
  public static func isLabel(_ text: String) -> Bool {
    text.wholeMatch(of: /[A-Za-z0-9]+/) != nil
  }

  /// The files of one stream of a night.
  public struct Paths: Hashable, Sendable {
    /// The path without the suffix.
    let base: String

    public var motion: String { base + "_motion.tsv" }
    public var sidecar: String { base + "_motion.json" }
    public var channels: String { base + "_channels.tsv" }
    public var events: String { base + "_events.tsv" }
    public var eventsDescription: String { base + "_events.json" }
  }

  /// A session: one night of a device.
  public struct Session: Sendable {
    let subject: String
    let label: String
    private let systems: BIDSLabels

    init(subject: String, label: String, streams: [String]) {
      self.subject = subject
      self.label = label
      systems = BIDSLabels(streams)
    }

    /// The folder, with a slash at its end.
    var folder: String { "sub-\(subject)/ses-\(label)/" }

    /// The path of the list of scans.
    public var scans: String { "\(folder)sub-\(subject)_ses-\(label)_scans.tsv" }

    /// Returns the files of a stream.
    public func paths(of stream: String, task: String) -> Paths {
      Paths(
        base:
          "\(folder)motion/sub-\(subject)_ses-\(label)_task-\(task)_tracksys-\(systems[stream])")
    }

    /// The contents of the list of scans.
    ///
    /// - Parameter recordings: the paths and the times of the first samples.
    public func scansTable(_ recordings: [(path: Paths, onset: Int64)]) -> String {
      TabbedTable.text(
        ["filename", "acq_time"],
        recordings.map { [String($0.path.motion.dropFirst(folder.count)), Self.time($0.onset)] })
    }

    /// Returns a time as BIDS writes it, in UTC and in microseconds.
    static func time(_ nanoseconds: Int64) -> String {
      let seconds = DecimalSeconds.floorDivide(nanoseconds, 1_000_000_000)
      let remainder = nanoseconds % 1_000_000_000
      let rest = String((remainder < 0 ? remainder + 1_000_000_000 : remainder) / 1_000)
      let date = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
      return date.dropLast() + "." + String(repeating: "0", count: 6 - rest.count) + rest + "Z"
    }
  }

  /// Returns the session of a night.
  ///
  /// - Parameter start: the beginning of the night in nanoseconds since 1970. No two nights of a device have the same.
  public func session(of device: String, start: Int64, streams: [String]) -> Session {
    let time = Session.time(start).filter { $0.isNumber || $0.isLetter }
    return Session(subject: subjects[device], label: time, streams: streams)
  }

  /// The contents of `dataset_description.json`.
  public var description: [UInt8] {
    BIDSJSON.bytes(
      Description(
        name: name, version: Self.version, type: "raw", authors: authors.isEmpty ? nil : authors,
        generatedBy: [["Name": "yoban-collector", "Version": generatorVersion]]))
  }

  private struct Description: Encodable {
    var name: String
    var version: String
    var type: String
    var authors: [String]?
    var generatedBy: [[String: String]]

    enum CodingKeys: String, CodingKey {
      case name = "Name"
      case version = "BIDSVersion"
      case type = "DatasetType"
      case authors = "Authors"
      case generatedBy = "GeneratedBy"
    }
  }

  /// The contents of `participants.tsv`.
  ///
  /// - Parameter devices: those with a recording in the dataset.
  public func participants(_ devices: [String]) -> String {
    TabbedTable.text(
      ["participant_id", "device"], devices.map { ["sub-" + subjects[$0], $0] })
  }

  /// The contents of `participants.json`.
  public static let participantsDescription = BIDSJSON.bytes([
    "device": ["Description": "The name of the device in the collector."]
  ])
}

/// Labels of BIDS, which have only letters and digits, for names that have more.
struct BIDSLabels: Sendable {
  private var labels: [String: String] = [:]

  /// A name that would have the label of an earlier one gets a number.
  init(_ names: [String]) {
    var used: Set<String> = []
    for name in names.sorted() {
      let kept = String(
        String.UnicodeScalarView(
          name.unicodeScalars.filter { scalar in
            ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
              || ("0"..."9").contains(scalar)
          }))
      let base = kept.isEmpty ? "unnamed" : kept
      var label = base
      var number = 2
      // Some systems do not distinguish upper and lower case in names of files.
      while !used.insert(label.lowercased()).inserted {
        label = "\(base)x\(number)"
        number += 1
      }
      labels[name] = label
    }
  }

  subscript(name: String) -> String { labels[name] ?? "unnamed" }
}

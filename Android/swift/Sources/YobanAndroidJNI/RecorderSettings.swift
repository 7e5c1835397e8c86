import Chunks
import Foundation
import Yoban
import YobanAndroid

/// The checked values of Java's `RecorderConfiguration`. They are stored, so that a new process continues the
/// recording.
struct RecorderSettings: Hashable, Sendable {
  /// Everything by its name, as it is stored: a later version of the app may have more names.
  private let values: [String: String]
  let device: String
  var collector: URL
  var token: String
  var durationMillis: Int64 = 12 * 3_600_000
  var sensors: [String] = AndroidSensorKind.allCases.map(\.rawValue)
  var rateHz = 50
  var maxReportLatencyMillis: Int64 = 0
  var chunkMillis: Int64 = 300_000
  var serviceType = AndroidServiceType.health.rawValue
  var title = ""
  var text = ""
  var icon = ""

  /// A value that cannot be used, with what to do.
  struct Invalid: Error, CustomStringConvertible {
    var description: String
  }

  /// - Parameter fields: names and values in turn; a later value replaces an earlier one.
  init(fields: [String]) throws(Invalid) {
    var values: [String: String] = [:]
    for index in stride(from: 0, to: fields.count - 1, by: 2) {
      values[fields[index]] = fields[index + 1]
    }
    try self.init(values)
  }

  /// Returns the same settings with another collector, or another token of it.
  func with(collector: String, token: String) throws(Invalid) -> Self {
    try Self(
      values.merging(["collector": collector, "token": token], uniquingKeysWith: { _, new in new }))
  }

  private init(_ values: [String: String]) throws(Invalid) {
    self.values = values
    func text(_ name: String) throws(Invalid) -> String {
      guard let value = values[name], !value.isEmpty else {
        throw Invalid(description: "The \(name) is empty. Pass it to RecorderConfiguration.")
      }
      return value
    }
    func number(
      _ name: String, _ range: ClosedRange<Int64>, default known: Int64
    ) throws(Invalid) -> Int64 {
      guard let value = values[name] else { return known }
      guard let number = Int64(value), range.contains(number) else {
        throw Invalid(
          description:
            "\(name) is \(value). Choose a value from \(range.lowerBound) to \(range.upperBound).")
      }
      return number
    }
    device = try text("device")
    guard (try? ChunkIdentity(device: device, stream: "accelerometer", sequence: 0)) != nil else {
      throw Invalid(
        description:
          "The device \(device) is no name. Use 1 to 64 of the characters A-Z a-z 0-9 . _ -.")
    }
    token = try text("token")
    let address = try text("collector")
    guard let url = URL(string: address), ["http", "https"].contains(url.scheme),
      url.host()?.isEmpty == false
    else {
      throw Invalid(
        description:
          "The collector \(address) is no address. Use one such as https://collector.example.")
    }
    collector = url
    let year: Int64 = 366 * 86_400_000
    durationMillis = try number("durationMillis", 1...year, default: durationMillis)
    maxReportLatencyMillis = try number("maxReportLatencyMillis", 0...2_000_000, default: 0)
    chunkMillis = try number("chunkMillis", 1_000...86_400_000, default: chunkMillis)
    rateHz = Int(try number("rateHz", 1...200, default: Int64(rateHz)))
    serviceType = Int32(
      try number("serviceType", 1...Int64(Int32.max), default: Int64(serviceType)))
    if let names = values["sensors"] {
      sensors = names.split(separator: ",").map(String.init)
      let known = AndroidSensorKind.allCases.map(\.rawValue)
      if let wrong = sensors.first(where: { !known.contains($0) }) {
        throw Invalid(
          description:
            "There is no sensor \(wrong). The sensors are \(known.joined(separator: ", ")).")
      }
      guard !sensors.isEmpty, Set(sensors).count == sensors.count else {
        throw Invalid(
          description: "The sensors are \(names). Name each sensor once, and one at least.")
      }
    }
    title = values["title"] ?? ""
    self.text = values["text"] ?? ""
    icon = values["icon"] ?? ""
  }
}

extension RecorderSettings {
  @RecorderActor
  func configuration(on system: any AndroidSystem) -> AndroidRecording.Configuration {
    var configuration = AndroidRecording.Configuration(
      device: device,
      sources: sensors.compactMap(AndroidSensorKind.init).map {
        AndroidSensorSource(
          $0, sensors: system.sensors, rateHz: rateHz,
          maxReportLatency: .milliseconds(maxReportLatencyMillis))
      },
      collector: collector, token: token)
    configuration.chunkDuration = .milliseconds(chunkMillis)
    configuration.foregroundServiceType = AndroidServiceType(rawValue: serviceType)
    configuration.deviceFacts = { system.deviceFacts }
    return configuration
  }

  // MARK: On the disk

  /// The file with the settings of the last recording.
  private static func file(_ folder: URL) -> URL {
    folder.appending(path: "yoban-recorder.json", directoryHint: .notDirectory)
  }

  /// The settings of the last recording; nil if there was none, or if they cannot be read.
  init?(in folder: URL) {
    guard let data = try? Data(contentsOf: Self.file(folder)),
      let values = try? JSONDecoder().decode([String: String].self, from: data),
      let settings = try? Self(values)
    else { return nil }
    self = settings
  }

  /// Stores the settings durably: without them, a recording could not continue after a loss of power.
  func save(in folder: URL) throws {
    let encoded = try JSONEncoder().encode(values)
    try FileOperations.posix.replace(Self.file(folder).path, with: Array(encoded))
  }
}

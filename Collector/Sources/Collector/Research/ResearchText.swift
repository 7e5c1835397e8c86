import Chunks
import Hummingbird
import ResearchFormats

/// Samples as text in a format of a research tool, in parts.
enum ResearchText: Sendable {
  /// A table for GGIR.
  case ggir(GGIRSource)
  /// Observations of FHIR.
  case heartRate(HeartRateSource)

  /// The approximate number of bytes per part.
  private static let partBytes = 64 * 1024

  func write(
    _ range: SampleRange, _ storage: any CollectorStorage,
    to send: (ByteBuffer) async throws -> Void
  ) async throws {
    var samples = range.samples(storage)
    var text = ""
    switch self {
    case .ggir(let source):
      var table = GGIRTable(unit: source.unit)
      var places = ChannelPlaces(columns: source.axes)
      text = GGIRTable.header
      while let run = try await samples.next() {
        let axes = places.places(of: run.channels)
        for row in run.rows {
          let values = run.values(of: row)
          table.append(
            run.times[row], axes.map { $0.map { values[values.startIndex + $0] } ?? .nan },
            to: &text)
          if text.utf8.count >= Self.partBytes { try await Self.send(&text, send) }
        }
      }
    case .heartRate(let source):
      var observation = HeartRateObservation(
        device: range.name.device, stream: range.name.stream, subject: source.subject)
      var places = ChannelPlaces(columns: [source.channel])
      while let run = try await samples.next() {
        let place = places.places(of: run.channels)[0]
        for row in run.rows {
          let values = run.values(of: row)
          let value = place.map { values[values.startIndex + $0] }
          // NaN stands for a channel that the sample lacks.
          observation.append(run.times[row], value.flatMap { $0.isNaN ? nil : $0 }, to: &text)
          if text.utf8.count >= Self.partBytes { try await Self.send(&text, send) }
        }
      }
    }
    if !text.isEmpty { try await Self.send(&text, send) }
  }

  private static func send(
    _ text: inout String, _ send: (ByteBuffer) async throws -> Void
  ) async throws {
    try await send(ByteBuffer(string: text))
    text.removeAll(keepingCapacity: true)
  }
}

/// The channels with the acceleration for GGIR.
struct GGIRSource: Sendable {
  /// The channels of the x, y and z axis.
  let axes: [String]
  let unit: Acceleration

  /// Chooses the channels.
  ///
  /// - Parameters:
  ///   - axes: three names, separated by commas; nil for x, y and z.
  ///   - unit: the unit; nil for that of the stream.
  init(_ range: SampleRange, axes: String?, unit: String?) throws(Problem) {
    let names = (axes ?? "x,y,z").split(separator: ",").map(String.init)
    guard names.count == 3 else {
      throw Problem(
        .invalidRequest, "Name three channels, separated by commas, such as x,y,z.")
    }
    try range.requireChannels(names)
    self.axes = names
    let units = names.map { range.channels.unit(of: $0) }
    let known = Set(units.map(Acceleration.init(unit:)))
    if let unit {
      guard let given = Acceleration(unit: unit) else {
        throw Problem(.invalidRequest, "The unit must be g, mg or m/s^2.")
      }
      self.unit = given
    } else if known.count == 1, let stored = known.first ?? nil {
      self.unit = stored
    } else {
      throw Problem(
        .notFound,
        "GGIR needs an acceleration with gravity. The units of the channels \(names.joined(separator: ", ")) are \(units.map { $0.isEmpty ? "not known" : $0 }.joined(separator: ", ")): name other channels, or the unit: g, mg or m/s^2."
      )
    }
  }
}

/// The channel with the heart rate.
struct HeartRateSource: Sendable {
  let channel: String
  let subject: String?

  private static let units: Set<String> = ["1/min", "/min", "bpm", "count/min", "beats/min"]

  /// Chooses the channel.
  ///
  /// - Parameters:
  ///   - channel: nil for the only channel with the unit of a heart rate.
  ///   - subject: a reference to a patient; nil to name the device.
  init(_ range: SampleRange, channel: String?, subject: String?) throws(Problem) {
    if let subject, !HeartRateObservation.isReference(subject) {
      throw Problem(.invalidRequest, "The subject must be a reference such as Patient/123.")
    }
    self.subject = subject
    if let channel {
      try range.requireChannels([channel])
      self.channel = channel
      return
    }
    let found = zip(range.channels.names, range.channels.units)
      .filter { Self.units.contains($0.1) }.map(\.0)
    guard found.count == 1, let only = found.first else {
      throw Problem(
        .notFound,
        "The stream has \(found.count) channels in beats per minute (1/min): name one of \(range.channels.names.joined(separator: ", "))."
      )
    }
    self.channel = only
  }
}

extension SampleRange {
  /// Throws a problem if the stream lacks a channel.
  fileprivate func requireChannels(_ names: [String]) throws(Problem) {
    guard let missing = names.first(where: { !channels.names.contains($0) }) else { return }
    throw Problem(
      .notFound,
      "The stream has no channel \(missing): name some of \(channels.names.joined(separator: ", "))."
    )
  }
}

import ClockOffsets
import CollectorContract
import Foundation
import Testing
import YobanNight
import YobanSimulatedOS
import YobanVirtualTime

/// A real collector in a process of its own, which stores the uploads of a night.
///
/// Its clock is that of the host, which runs while virtual time stands still. But it computes with the stamps that the
/// devices send, and these are those of `MeasuringCollector`.
final class StoringCollector: @unchecked SimulationConfined {
  /// A sample with the time that the collector has computed.
  struct Sample {
    var time: Int64
    /// The values of the channels that were asked for.
    var values: [Double]
    var corrected: CorrectedTime?
  }

  private let server: TemporaryCollector

  init() throws {
    server = try Simulation.onHost { try TemporaryCollector(devices: ["phone", "watch"]) }
  }

  func stop() { Simulation.onHost { server.stop() } }

  func store(_ request: HTTPExchangeRequest, of device: String) throws(HTTPExchangeError) {
    guard let path = request.url.range(of: "/v1/").map({ request.url[$0.lowerBound...] }) else {
      Issue.record("\(request.url) is no path of the collector")
      return
    }
    let answer = try exchange(request.method, String(path), of: device, request)
    #expect(answer.status == 201, "\(String(decoding: answer.body, as: UTF8.self))")
  }

  /// Reads the answer to `GET` as text.
  func text(_ path: String, of device: String) throws -> String {
    let answer = try exchange("GET", path, of: device, nil)
    try #require(answer.status == 200, "\(path)")
    return String(decoding: answer.body, as: UTF8.self)
  }

  /// The samples of a stream in CSV.
  func samples(of stream: String, of device: String, _ channels: [String]) throws -> [Sample] {
    let lines = try text("/v1/devices/\(device)/streams/\(stream)/samples.csv", of: device)
      .split(separator: "\n")
    let names = try #require(lines.first).split(separator: ",").map(String.init)
    let places = try (["time_ns", "corrected_time_ns", "uncertainty_ns"] + channels).map {
      try #require(names.firstIndex(of: $0))
    }
    return try lines.dropFirst().map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      let time = Int64(fields[places[1]])
      let uncertainty = Int64(fields[places[2]])
      let corrected = time.flatMap { time in
        uncertainty.map { CorrectedTime(time, uncertainty: $0) }
      }
      return Sample(
        time: try #require(Int64(fields[places[0]])),
        values: try places[3...].map { try #require(Double(fields[$0])) }, corrected: corrected)
    }
  }

  private func exchange(
    _ method: String, _ path: String, of device: String, _ request: HTTPExchangeRequest?
  ) throws(HTTPExchangeError) -> HTTPExchangeResponse {
    let token = try? server.collector.token(of: device)
    let own = HTTPField(CollectorField.authorization, CollectorField.bearer(token ?? ""))
    let others = (request?.headers ?? []).filter {
      $0.name.lowercased() != CollectorField.authorization.lowercased()
    }
    return try server.collector.gateway.exchange(
      HTTPExchangeRequest(
        method: method, url: server.collector.url + path, headers: others + [own],
        body: request?.body ?? []))
  }
}

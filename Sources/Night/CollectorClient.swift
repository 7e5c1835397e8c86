import Foundation
import HostGateway
import SimulatedOS

/// Reads from a collector what it has stored.
struct CollectorClient {
  let url: String
  let token: String
  private let gateway = CurlGateway()

  init(url: String, token: String) {
    self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
    self.token = token
  }

  /// A stream as the collector reports it.
  struct Stream: Decodable {
    var stream: String
    var chunks: Int
    var samples: Int
    var bytes: Int
    var duplicates: Int
    var conflicts: Int
  }

  /// A stretch without samples; nanoseconds since 1970.
  struct StoredGap: Decodable {
    var start: Int64
    var end: Int64
    var cause: String
  }

  /// Checks that the collector answers and that the token may read the device.
  func check(device: String) throws { _ = try streams(of: device) }

  func streams(of device: String) throws -> [Stream] {
    struct Answer: Decodable { var streams: [Stream] }
    return try get("/v1/devices/\(device)/streams", as: Answer.self).streams
  }

  func gaps(of stream: String, of device: String) throws -> [StoredGap] {
    struct Answer: Decodable { var gaps: [StoredGap] }
    return try get("/v1/devices/\(device)/streams/\(stream)/gaps", as: Answer.self).gaps
  }

  private func get<Answer: Decodable>(_ path: String, as type: Answer.Type) throws -> Answer {
    let request = HTTPExchangeRequest(
      method: "GET", url: url + path, headers: [HTTPField("Authorization", "Bearer \(token)")],
      body: [])
    let response: HTTPExchangeResponse
    do { response = try gateway.exchange(request) } catch { throw CollectorError.unreachable(url) }
    guard response.status == 200 else {
      throw CollectorError.refused(response.status, String(decoding: response.body, as: UTF8.self))
    }
    do { return try JSONDecoder().decode(type, from: Data(response.body)) } catch {
      throw CollectorError.notUnderstood("\(path): \(error)")
    }
  }
}

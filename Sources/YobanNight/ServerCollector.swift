import CollectorContract
import Foundation
import YobanHostGateway
import YobanSimulatedOS

/// A real collector that is accessed over HTTP.
///
/// Sendable: changed only through its process, one call at a time.
public final class ServerCollector: NightCollector, @unchecked Sendable {
  public let url: String
  public let gateway: any HTTPGateway = SimulatedStamps(replacingThoseOf: CurlGateway())
  private let tokens: [String: String]
  private let process: CollectorProcess?

  /// - Parameters:
  ///   - tokens: The tokens by device name, created with the server's `token create`.
  ///   - process: The server's process, if a run may kill and restart it.
  public init(url: String, tokens: [String: String], process: CollectorProcess? = nil) {
    self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
    self.tokens = tokens
    self.process = process
  }

  public func token(of device: String) throws -> String {
    guard let token = tokens[device] else { throw CollectorError.noTokenFor(device) }
    return token
  }

  public func streams(of device: String) throws -> [StoredStream] {
    struct Answer: Decodable { var streams: [StoredStream] }
    return try get(CollectorPath.streams.filled(device: device), of: device, as: Answer.self)
      .streams
  }

  public func gaps(of stream: String, of device: String) throws -> [StoredGap] {
    struct Answer: Decodable { var gaps: [StoredGap] }
    let path = CollectorPath.gaps.filled(device: device, stream: stream)
    return try get(path, of: device, as: Answer.self).gaps
  }

  public func setRunning(_ isRunning: Bool) throws {
    if isRunning { try process?.start() } else { process?.kill() }
  }

  private func get<Answer: Decodable>(
    _ path: String, of device: String, as type: Answer.Type
  ) throws -> Answer {
    let request = HTTPExchangeRequest(
      method: "GET", url: url + path,
      headers: [
        HTTPField(CollectorField.authorization, CollectorField.bearer(try token(of: device)))
      ], body: [])
    let response: HTTPExchangeResponse
    do { response = try gateway.exchange(request) } catch { throw CollectorError.unreachable(url) }
    guard response.status == 200 else {
      throw CollectorError.refused(
        response.status, String(decoding: response.body, as: UTF8.self), device: device)
    }
    do { return try JSONDecoder().decode(type, from: Data(response.body)) } catch {
      throw CollectorError.notUnderstood("\(path): \(error)")
    }
  }
}

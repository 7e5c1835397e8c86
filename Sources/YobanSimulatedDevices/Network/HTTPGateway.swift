import YobanPlatformProfiles

/// A request from a simulated device to a real server.
public struct HTTPExchangeRequest: Sendable, Hashable {
  public var method: String
  public var url: String
  /// The header fields, in the order in which they were set.
  public var headers: [HTTPField]
  public var body: [UInt8]

  public init(method: String, url: String, headers: [HTTPField], body: [UInt8]) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// A header field.
public struct HTTPField: Sendable, Hashable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// The response of a server.
public struct HTTPExchangeResponse: Sendable, Hashable {
  public var status: Int
  public var headers: [HTTPField]
  public var body: [UInt8]

  public init(status: Int, headers: [HTTPField], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// A gateway that sends requests of simulated devices to real servers.
///
/// It is called on a thread of the simulation, while virtual time does not advance. The
/// implementation must use `Simulation.onHost` to reach the host.
public protocol HTTPGateway: AnyObject, Sendable {
  func exchange(_ request: HTTPExchangeRequest) throws(HTTPExchangeError) -> HTTPExchangeResponse
}

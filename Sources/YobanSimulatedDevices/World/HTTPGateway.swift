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
  /// The way in which the server sends the response. Default: at once and as a whole.
  public var delivery: HTTPDelivery

  public init(
    status: Int, headers: [HTTPField], body: [UInt8], delivery: HTTPDelivery = HTTPDelivery()
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.delivery = delivery
  }

  /// The value of the first header field with this name; letter case is ignored.
  package func value(of name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// The way in which a server sends a response, in virtual time. The device's link adds its own times.
public struct HTTPDelivery: Sendable, Hashable {
  /// A wait of the server in the middle of a body.
  public struct Pause: Sendable, Hashable {
    /// The number of bytes of the body that the server sends before it waits.
    public var offset: Int
    public var duration: Duration

    public init(at offset: Int, _ duration: Duration) {
      self.offset = offset
      self.duration = duration
    }
  }

  /// The time from the whole request until the beginning of the response.
  public var delay = Duration.zero
  /// The rate of the body; nil if only the link limits it.
  public var bytesPerSecond: Int64?
  /// The waits in the middle of the body, by increasing offset.
  public var pauses: [Pause] = []
  /// The number of bytes of the body after which the server drops the connection; nil if it sends
  /// the whole body.
  public var dropsAfter: Int?

  public init() {}
}

/// A gateway that sends requests of simulated devices to real servers.
///
/// It is called on a thread of the simulation, while virtual time does not advance. The
/// implementation must use `Simulation.onHost` to reach the host.
public protocol HTTPGateway: AnyObject, Sendable {
  func exchange(_ request: HTTPExchangeRequest) throws(HTTPExchangeError) -> HTTPExchangeResponse
}

/// The reason why there was no response, with its NSURLError code.
public enum HTTPExchangeError: Error, Sendable, Hashable {
  /// NSURLErrorCannotConnectToHost, -1004.
  case cannotConnect
  /// NSURLErrorNetworkConnectionLost, -1005.
  case connectionLost
  /// NSURLErrorTimedOut, -1001.
  case timedOut
  /// NSURLErrorCannotFindHost, -1003.
  case cannotFindHost
  /// NSURLErrorUnsupportedURL, -1002.
  case unsupportedURL
}

extension HTTPExchangeError: CustomStringConvertible {
  /// Apple's name of the error.
  public var description: String {
    switch self {
    case .cannotConnect: "NSURLErrorCannotConnectToHost"
    case .connectionLost: "NSURLErrorNetworkConnectionLost"
    case .timedOut: "NSURLErrorTimedOut"
    case .cannotFindHost: "NSURLErrorCannotFindHost"
    case .unsupportedURL: "NSURLErrorUnsupportedURL"
    }
  }
}

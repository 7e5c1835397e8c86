import Foundation
import Synchronization
import YobanSimulatedOS

/// A server of the test, which devices reach under its name.
///
/// ```swift
/// let server = try world.addServer("api.example.com")
/// server.respond(to: "GET", "/readings") { _ in .json("[1, 2]") }
/// ```
///
/// Sendable: its state is guarded by a lock.
public final class ScriptedServer: Sendable {
  /// Makes the response to a request.
  public typealias Handler =
    @Sendable (HTTPExchangeRequest) throws(HTTPExchangeError) -> HTTPExchangeResponse

  private struct State {
    var routes: [(method: String, path: String, handler: Handler)] = []
    var requests: [HTTPExchangeRequest] = []
    var isOn = true
  }

  public let host: String
  private let state = Mutex(State())

  init(_ host: String) { self.host = host }

  /// The received requests, in order.
  public var requests: [HTTPExchangeRequest] { state.withLock(\.requests) }

  /// Whether the server accepts connections. If not, they fail with NSURLErrorCannotConnectToHost.
  public var isOn: Bool {
    get { state.withLock(\.isOn) }
    set { state.withLock { $0.isOn = newValue } }
  }

  /// Sets the response to a method and a path, which is compared without the query. A later route
  /// takes precedence. Requests without a route are answered with 404.
  public func respond(to method: String, _ path: String, _ handler: @escaping Handler) {
    state.withLock { $0.routes.insert((method, path, handler), at: 0) }
  }

  func exchange(_ request: HTTPExchangeRequest) throws(HTTPExchangeError) -> HTTPExchangeResponse {
    let path = URL(string: request.url)?.path ?? ""
    let (isOn, handler): (Bool, Handler?) = state.withLock { state in
      guard state.isOn else { return (false, nil) }
      state.requests.append(request)
      let route = state.routes.first {
        $0.method == request.method && $0.path == (path.isEmpty ? "/" : path)
      }
      return (true, route?.handler)
    }
    guard isOn else { throw HTTPExchangeError.cannotConnect }
    guard let handler else { return .status(404) }
    return try handler(request)
  }
}

/// Leads the requests of a world to its scripted servers.
///
/// Sendable: its state is guarded by a lock.
final class ScriptedServers: HTTPGateway {
  private let servers = Mutex<[ScriptedServer]>([])
  /// Answers for all other hosts; without it, they are unknown.
  private let other: (any HTTPGateway)?

  init(_ other: (any HTTPGateway)?) { self.other = other }

  func add(_ server: ScriptedServer) { servers.withLock { $0.append(server) } }

  func server(_ host: String) -> ScriptedServer? {
    servers.withLock { $0.first { $0.host == host } }
  }

  func exchange(_ request: HTTPExchangeRequest) throws(HTTPExchangeError) -> HTTPExchangeResponse {
    guard let host = URL(string: request.url)?.host?.lowercased() else {
      throw HTTPExchangeError.unsupportedURL
    }
    if let server = server(host) { return try server.exchange(request) }
    guard let other else { throw HTTPExchangeError.cannotFindHost }
    return try other.exchange(request)
  }
}

extension World {
  /// Adds a server to the test. Requests to a host without a server go to the gateway that the
  /// world had before, and fail with NSURLErrorCannotFindHost if it had none.
  ///
  /// - Throws: `ServerNameIsTaken`.
  @discardableResult
  public func addServer(_ host: String) throws(ServerNameIsTaken) -> ScriptedServer {
    let servers = (gateway as? ScriptedServers) ?? ScriptedServers(gateway)
    let name = host.lowercased()
    guard servers.server(name) == nil else { throw ServerNameIsTaken(host: name) }
    gateway = servers
    let server = ScriptedServer(name)
    servers.add(server)
    return server
  }
}

/// An error: a world already has a server with this name.
public struct ServerNameIsTaken: Error, Hashable, CustomStringConvertible {
  public let host: String
  public var description: String {
    "The world already has a server \(host): keep the result of addServer, and add routes to it."
  }
}

extension HTTPExchangeResponse {
  /// A response with a status and no body.
  public static func status(_ status: Int) -> Self { .text("", status: status, type: nil) }

  /// A response with JSON, given as text.
  public static func json(_ text: String, status: Int = 200) -> Self {
    .text(text, status: status, type: "application/json")
  }

  /// A response with a text.
  public static func text(_ text: String, status: Int = 200, type: String? = "text/plain") -> Self {
    var headers = [HTTPField("Content-Length", "\(text.utf8.count)")]
    if let type { headers.append(HTTPField("Content-Type", type)) }
    return Self(status: status, headers: headers, body: Array(text.utf8))
  }

  /// A redirect to another URL.
  public static func redirect(to url: String, status: Int = 302) -> Self {
    .status(status).adding("Location", url)
  }

  /// A request for the user and the password of HTTP Basic.
  public static func askForPassword(realm: String) -> Self {
    .status(401).adding("WWW-Authenticate", "Basic realm=\"\(realm)\"")
  }

  /// The response with one more header field.
  public func adding(_ name: String, _ value: String) -> Self {
    var response = self
    response.headers.append(HTTPField(name, value))
    return response
  }

  /// The response, begun after a delay.
  public func after(_ delay: Duration) -> Self {
    var response = self
    response.delivery.delay = delay
    return response
  }

  /// The response, broken off after so many bytes of its body.
  public func dropped(after bytes: Int) -> Self {
    var response = self
    response.delivery.dropsAfter = bytes
    return response
  }

  /// The response, with a body of at most this rate.
  public func paced(bytesPerSecond: Int64) -> Self {
    var response = self
    response.delivery.bytesPerSecond = bytesPerSecond
    return response
  }
}

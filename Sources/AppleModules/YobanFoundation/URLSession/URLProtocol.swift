import Foundation
import FoundationNetworking
internal import YobanSimulatedDevices

/// Loads the requests that it accepts, in place of the network. Subclass it to stub a server.
///
/// A session asks the classes of its configuration's `protocolClasses`, in order; the shared
/// session asks the registered classes, the last registered first.
open class URLProtocol: NSObject, @unchecked SimulationConfined {
  open private(set) var client: (any URLProtocolClient)?
  open private(set) var request: URLRequest
  open private(set) var cachedResponse: CachedURLResponse?
  open private(set) var task: URLSessionTask?

  public required init(
    request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?
  ) {
    self.request = request
    self.cachedResponse = cachedResponse
    self.client = client
  }

  /// Whether this class loads the request. Subclasses must override it.
  open class func canInit(with request: URLRequest) -> Bool { false }
  open class func canInit(with task: URLSessionTask) -> Bool {
    task.currentRequest.map { canInit(with: $0) } ?? false
  }
  open class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  open class func requestIsCacheEquivalent(_ a: URLRequest, to b: URLRequest) -> Bool { a == b }

  /// Starts to load the request and reports to the client. Subclasses must override it.
  open func startLoading() {}
  /// Stops the loading: the client is no longer interested. Subclasses must override it.
  open func stopLoading() {}

  open class func property(forKey key: String, in request: URLRequest) -> Any? {
    FoundationNetworking.URLProtocol.property(forKey: key, in: request)
  }
  open class func setProperty(
    _ value: Any, forKey key: String, in request: NSMutableURLRequest
  ) { FoundationNetworking.URLProtocol.setProperty(value, forKey: key, in: request) }
  open class func removeProperty(forKey key: String, in request: NSMutableURLRequest) {
    FoundationNetworking.URLProtocol.removeProperty(forKey: key, in: request)
  }

  /// Registers a class for the shared session of the calling process.
  open class func registerClass(_ protocolClass: AnyClass) -> Bool {
    guard let made = protocolClass as? URLProtocol.Type else { return false }
    Registered.current.classes.insert(made, at: 0)
    return true
  }

  open class func unregisterClass(_ protocolClass: AnyClass) {
    Registered.current.classes.removeAll { $0 == protocolClass }
  }

  func begin(for task: URLSessionTask) {
    self.task = task
    startLoading()
  }

  /// The registered classes of one process.
  final class Registered {
    var classes: [URLProtocol.Type] = []

    static var current: Registered {
      of(AppProcess.callingOnAnyDevice("URLProtocol.registerClass was called"))
    }
    static func of(_ process: AppProcess) -> Registered {
      process.process.resident(Registered.self) { Registered() }
    }
  }
}

/// Receives the events of a `URLProtocol`. The session implements it.
public protocol URLProtocolClient: NSObjectProtocol {
  func urlProtocol(
    _ protocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse)
  func urlProtocol(_ protocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse)
  func urlProtocol(
    _ protocol: URLProtocol, didReceive response: URLResponse,
    cacheStoragePolicy policy: URLCache.StoragePolicy)
  func urlProtocol(_ protocol: URLProtocol, didLoad data: Data)
  func urlProtocolDidFinishLoading(_ protocol: URLProtocol)
  func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error)
  func urlProtocol(_ protocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge)
  func urlProtocol(_ protocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge)
}

/// Passes the events of a `URLProtocol` to the loader of a task.
final class ProtocolClient: NSObject, URLProtocolClient {
  private weak var loader: TaskLoader?
  init(_ loader: TaskLoader) { self.loader = loader }

  func urlProtocol(
    _ protocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse
  ) {
    guard let response = redirectResponse as? HTTPURLResponse else { return }
    loader?.push(.redirect(response, request, Data()))
  }
  func urlProtocol(
    _ protocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse
  ) {
    loader?.push(.response(cachedResponse.response))
    loader?.push(.data(cachedResponse.data))
    loader?.push(.end(nil))
  }
  func urlProtocol(
    _ protocol: URLProtocol, didReceive response: URLResponse,
    cacheStoragePolicy policy: URLCache.StoragePolicy
  ) { loader?.push(.response(response)) }
  func urlProtocol(_ protocol: URLProtocol, didLoad data: Data) { loader?.push(.data(data)) }
  func urlProtocolDidFinishLoading(_ protocol: URLProtocol) { loader?.push(.end(nil)) }
  func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error) {
    loader?.push(.end(error))
  }
  func urlProtocol(_ protocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {
    loader?.push(.protocolChallenge(challenge))
  }
  func urlProtocol(_ protocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {}
}

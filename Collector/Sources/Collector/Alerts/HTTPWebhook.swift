import Chunks
import Foundation
import Synchronization

#if os(Linux)
  import FoundationNetworking
#endif

/// Sends alerts as `POST` requests to an address.
public final class HTTPWebhook: Webhook {
  private let url: URL
  private let secret: [UInt8]?
  private let timeout: Double
  private let grace: Double
  private let session: URLSession

  /// - Parameters:
  ///   - url: an address with the scheme `http` or `https`.
  ///   - secret: the key of the signature in the field `Yoban-Signature`; nil for none.
  ///   - timeout: the time in which the receiver must answer, in seconds.
  public convenience init(url: URL, secret: [UInt8]? = nil, timeout: Double = 10) {
    self.init(url: url, secret: secret, timeout: timeout, grace: 1)
  }

  /// - Parameter grace: the time after the timeout, in seconds, in which an answer is still accepted. A process that
  ///   was stopped, or waits for a processor, finds the end of the timeout together with an answer that has arrived
  ///   long before.
  init(url: URL, secret: [UInt8]? = nil, timeout: Double, grace: Double) {
    self.url = url
    self.secret = secret
    self.timeout = timeout
    self.grace = grace
    let configuration = URLSessionConfiguration.ephemeral
    // `send` has its own timer.
    configuration.timeoutIntervalForRequest = 7 * 86_400
    configuration.timeoutIntervalForResource = 7 * 86_400
    session = URLSession(
      configuration: configuration, delegate: RedirectRefusal(), delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  public var sendSecondsMax: Double { timeout + grace }

  /// Sends an alert, also if the task is canceled meanwhile: the server waits for the answer before it stops,
  /// so that it does not send the alert again. The asynchronous method of `URLSession` is not used, because it
  /// may never return on Linux if it is canceled while the answer arrives.
  public func send(_ content: [UInt8], id: Int64) async -> String? {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = Data(content)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("yoban-collector", forHTTPHeaderField: "User-Agent")
    request.setValue(String(id), forHTTPHeaderField: "Yoban-Alert")
    if let secret {
      let signature = HMAC.sha256(content, key: secret).hexadecimal
      request.setValue("sha256=\(signature)", forHTTPHeaderField: "Yoban-Signature")
    }
    let finalRequest = request
    return await withCheckedContinuation { continuation in
      let answer = FirstAnswer(continuation)
      let task = session.dataTask(with: finalRequest) { _, response, error in
        answer.give(Self.reason(response, error))
      }
      task.resume()
      DispatchQueue.global().asyncAfter(deadline: .now() + timeout) { [timeout, grace] in
        // The grace begins when the process notices the timeout.
        DispatchQueue.global().asyncAfter(deadline: .now() + grace) {
          answer.give("no answer within \(timeout) s")
          task.cancel()
        }
      }
    }
  }

  /// Returns why an alert was not accepted; nil if it was.
  private static func reason(_ response: URLResponse?, _ error: (any Error)?) -> String? {
    if let error { return error.localizedDescription }
    guard let status = (response as? HTTPURLResponse)?.statusCode else { return "no HTTP answer" }
    return (200..<300).contains(status) ? nil : "the receiver has answered with status \(status)"
  }
}

/// Continues a task with the first of several answers.
private final class FirstAnswer: Sendable {
  private let continuation: Mutex<CheckedContinuation<String?, Never>?>

  init(_ continuation: CheckedContinuation<String?, Never>) {
    self.continuation = Mutex(continuation)
  }

  func give(_ answer: String?) {
    continuation.withLock { $0.take() }?.resume(returning: answer)
  }
}

/// Does not follow redirects: a `POST` would become a `GET`, and the alert would be lost.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}

/// The keyed hash of RFC 2104.
enum HMAC {
  static func sha256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    let blockLength = 64
    var key = key.count > blockLength ? SHA256Hash.hash(key) : key
    key += [UInt8](repeating: 0, count: blockLength - key.count)
    let inner = SHA256Hash.hash(key.map { $0 ^ 0x36 } + message)
    return SHA256Hash.hash(key.map { $0 ^ 0x5C } + inner)
  }
}

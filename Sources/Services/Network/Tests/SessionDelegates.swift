import Foundation
import UIKit
import YobanVirtualTime

/// Prints the sizes of what a data task receives.
final class PieceListener: NSObject, URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    print(
      "response", (response as! HTTPURLResponse).statusCode, "of",
      dataTask.countOfBytesExpectedToReceive)
    // The next call must wait for the answer.
    DispatchQueue.main.asyncAfter(deadline: .now() + 1) { completionHandler(.allow) }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    print("data", data.count)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
  ) {
    let response = metrics.transactionMetrics.last?.response as? HTTPURLResponse
    print("metrics", metrics.redirectCount, "redirects", response?.statusCode ?? 0)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    print(
      "end", error.map { "\($0)" } ?? "nil", task.countOfBytesReceived, "of",
      task.countOfBytesExpectedToReceive)
  }
}

/// Prints where downloads continue, and the size of what they have received.
final class SizeListener: NSObject, URLSessionDownloadDelegate {
  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask,
    didResumeAtOffset fileOffset: Int64, expectedTotalBytes: Int64
  ) { print(downloadTask.taskIdentifier, "continues at", fileOffset, "of", expectedTotalBytes) }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    let data = (try? Data(contentsOf: location)) ?? Data()
    let isInOrder = data.enumerated().allSatisfy { $1 == 97 + $0 % 26 }
    print(downloadTask.taskIdentifier, "file", data.count, isInOrder)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let error = error as? URLError
    print(
      task.taskIdentifier, "end", error?.code.rawValue ?? 0,
      error?.userInfo[NSURLSessionDownloadTaskResumeData] != nil)
  }
}

/// Follows, refuses or changes redirects, as the path says.
final class RedirectListener: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    switch response.url?.path {
    case "/refuse": completionHandler(nil)
    case "/change":
      completionHandler(URLRequest(url: URL(string: "/other", relativeTo: request.url)!))
    default: completionHandler(request)
    }
  }
}

/// Answers challenges with the given passwords, and rejects further ones.
final class PasswordListener: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
  // Sendable: used only on the delegate queue.
  private var passwords: [String]

  init(_ passwords: [String]) { self.passwords = passwords }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    print(
      "asked by \(challenge.protectionSpace.realm ?? "nobody"),",
      "failures \(challenge.previousFailureCount)")
    guard !passwords.isEmpty else { return completionHandler(.rejectProtectionSpace, nil) }
    let password = passwords.removeFirst()
    if password == "cancel" { return completionHandler(.cancelAuthenticationChallenge, nil) }
    completionHandler(
      .useCredential, URLCredential(user: "me", password: password, persistence: .none))
  }
}

/// Prints the tasks that are created.
final class CreationListener: NSObject, URLSessionTaskDelegate {
  func urlSession(_ session: URLSession, didCreateTask task: URLSessionTask) {
    print("created", task.taskIdentifier)
  }
}

/// Loads every task with a fixed response.
final class TaskStubProtocol: StubProtocol, @unchecked SimulationConfined {
  // Sendable: used only by the session.
  override class func canInit(with request: URLRequest) -> Bool { false }
  override class func canInit(with task: URLSessionTask) -> Bool { true }
}

/// Loads every request with a fixed response.
class StubProtocol: URLProtocol, @unchecked SimulationConfined {
  // Sendable: used only by the session.
  override class func canInit(with request: URLRequest) -> Bool { true }

  override func startLoading() {
    let response = HTTPURLResponse(
      url: request.url!, statusCode: 203, httpVersion: "HTTP/1.1", headerFields: nil)!
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data("stubbed \(request.url!.path)".utf8))
    client?.urlProtocolDidFinishLoading(self)
  }
}

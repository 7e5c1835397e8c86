import UIKit

/// Uploads files and reports the results.
public final class Uploads: NSObject, URLSessionDataDelegate {
  public struct Result: Sendable {
    public var name: String
    public var status: Int?
    public var wasForceQuit: Bool
  }

  public let results: AsyncStream<Result>
  private let continuation: AsyncStream<Result>.Continuation

  public override init() {
    (results, continuation) = AsyncStream.makeStream()
    super.init()
  }

  public func makeSession() -> URLSession {
    let configuration = URLSessionConfiguration.background(withIdentifier: "uploads")
    configuration.httpAdditionalHeaders = ["User-Agent": "Tutorial"]
    return URLSession(configuration: configuration, delegate: self, delegateQueue: .main)
  }

  public static func send(_ file: URL, over session: URLSession) async {
    let waiting = await session.allTasks
    guard !waiting.contains(where: { $0.taskDescription == file.lastPathComponent }) else { return }
    var request = URLRequest(url: URL(string: "https://example.com/files")!)
    request.httpMethod = "PUT"
    let task = session.uploadTask(with: request, fromFile: file)
    task.taskDescription = file.lastPathComponent
    task.resume()
  }

  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let reason = (error as? URLError)?.backgroundTaskCancelledReason
    continuation.yield(
      Result(
        name: task.taskDescription ?? "", status: (task.response as? HTTPURLResponse)?.statusCode,
        wasForceQuit: reason == .userForceQuitApplication))
  }

  public func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
    continuation.finish()
  }
}

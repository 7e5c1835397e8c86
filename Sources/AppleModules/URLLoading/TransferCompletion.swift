import Foundation
internal import SimulatedOS

/// What the delegate of a session hears of a task that has ended, in Apple's order.
///
/// Sendable: handed from the main queue to the delegate queue of the same simulation.
struct TransferCompletion: @unchecked Sendable {
  private let task: URLSessionTask
  private let outcome: TransferTask.Outcome

  init(_ task: URLSessionTask, _ transfer: TransferTask) {
    self.task = task
    outcome = transfer.outcome!
  }

  func tell(_ delegate: (any URLSessionDelegate)?, session: URLSession) {
    switch outcome {
    case .failure(let failure):
      task.error = failure.urlError(task.originalRequest?.url)
    case .response(let response):
      task.response = task.originalRequest?.url.flatMap { url in
        HTTPURLResponse(
          url: url, statusCode: response.status, httpVersion: "HTTP/1.1",
          headerFields: Dictionary(response.headers.map { ($0.name, $0.value) }) { $0 + ", " + $1 })
      }
      task.countOfBytesReceived = Int64(response.body.count)
      tellBody(response.body, delegate, session)
    }
    (delegate as? any URLSessionTaskDelegate)?.urlSession(session, task: task, didCompleteWithError: task.error)
  }

  private func tellBody(_ body: [UInt8], _ delegate: (any URLSessionDelegate)?, _ session: URLSession) {
    if let download = task as? URLSessionDownloadTask {
      guard let delegate = delegate as? any URLSessionDownloadDelegate else { return }
      let file = FileManager.default.temporaryDirectory.appending(path: "CFNetworkDownload_\(task.taskIdentifier).tmp")
      guard (try? Data(body).write(to: file)) != nil else { return }
      delegate.urlSession(session, downloadTask: download, didFinishDownloadingTo: file)
      try? FileManager.default.removeItem(at: file)
    } else if let data = task as? URLSessionDataTask, !body.isEmpty {
      (delegate as? any URLSessionDataDelegate)?.urlSession(session, dataTask: data, didReceive: Data(body))
    }
  }
}

extension TransferFailure {
  fileprivate func urlError(_ url: URL?) -> URLError {
    var info: [String: Any] = [:]
    info[NSURLErrorFailingURLErrorKey] = url
    let code: URLError.Code
    switch self {
    case .exchange(.cannotConnect): code = .cannotConnectToHost
    case .exchange(.connectionLost): code = .networkConnectionLost
    case .exchange(.timedOut): code = .timedOut
    case .exchange(.cannotFindHost): code = .cannotFindHost
    case .exchange(.unsupportedURL): code = .unsupportedURL
    case .fileMissing: code = .fileDoesNotExist
    case .cancelled(let reason):
      code = .cancelled
      info["NSURLErrorBackgroundTaskCancelledReasonKey"] = reason
    }
    return URLError(code, userInfo: info)
  }
}

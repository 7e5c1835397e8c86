import Foundation
internal import SimulatedOS

/// What the delegate of a session hears of a task that has ended, in Apple's order.
///
/// Sendable: handed from the main queue to the delegate queue of the same simulation.
struct TransferCompletion: @unchecked Sendable {
  private let task: URLSessionTask
  private let outcome: TransferTask.Outcome

  init(_ task: URLSessionTask, _ outcome: TransferTask.Outcome) {
    self.task = task
    self.outcome = outcome
  }

  func tell(_ delegate: (any URLSessionDelegate)?, session: URLSession) {
    task.hasEnded = true
    switch outcome {
    case .failure(let failure): task.error = failure.urlError(task.originalRequest?.url)
    case .response(let response):
      tellSent(delegate, session)
      task.response = task.originalRequest?.url.flatMap { url in
        HTTPURLResponse(
          url: url, statusCode: response.status, httpVersion: "HTTP/1.1",
          headerFields: Dictionary(response.headers.map { ($0.name, $0.value) }) { $0 + ", " + $1 })
      }
      task.countOfBytesReceived = Int64(response.body.count)
      task.countOfBytesExpectedToReceive = Int64(response.body.count)
      tellBody(response.body, delegate, session)
    }
    (delegate as? any URLSessionTaskDelegate)?.urlSession(
      session, task: task, didCompleteWithError: task.error)
  }

  /// The whole file went out in one piece.
  private func tellSent(_ delegate: (any URLSessionDelegate)?, _ session: URLSession) {
    guard task is URLSessionUploadTask else { return }
    let size = max(0, task.countOfBytesExpectedToSend)
    task.countOfBytesSent = size
    guard size > 0 else { return }
    (delegate as? any URLSessionTaskDelegate)?.urlSession(
      session, task: task, didSendBodyData: size, totalBytesSent: size,
      totalBytesExpectedToSend: size)
  }

  private func tellBody(
    _ body: [UInt8], _ delegate: (any URLSessionDelegate)?, _ session: URLSession
  ) {
    if let download = task as? URLSessionDownloadTask {
      guard let delegate = delegate as? any URLSessionDownloadDelegate else { return }
      let file = FileManager.default.temporaryDirectory.appending(
        path: "CFNetworkDownload_\(task.taskIdentifier).tmp")
      guard (try? Data(body).write(to: file)) != nil else { return }
      let size = Int64(body.count)
      if size > 0 {
        delegate.urlSession(
          session, downloadTask: download, didWriteData: size, totalBytesWritten: size,
          totalBytesExpectedToWrite: size)
      }
      delegate.urlSession(session, downloadTask: download, didFinishDownloadingTo: file)
      try? FileManager.default.removeItem(at: file)
    } else if let data = task as? URLSessionDataTask, !body.isEmpty {
      (delegate as? any URLSessionDataDelegate)?.urlSession(
        session, dataTask: data, didReceive: Data(body))
    }
  }
}

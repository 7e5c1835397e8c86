import Foundation

#if YOBAN_ANDROID
  import FoundationNetworking
#else
  import UIKit
#endif

/// Receives the callbacks of the upload session on the queue of the actor, and forwards plain values.
@RecorderActor
final class UploadSessionDelegate: NSObject, URLSessionDataDelegate {
  weak var owner: Uploader?

  nonisolated func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
  ) {
    let task = dataTask.taskIdentifier
    RecorderActor.assumeIsolated { owner?.received(data, by: task) }
  }

  nonisolated func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let (number, description) = (task.taskIdentifier, task.taskDescription)
    let response = task.response as? HTTPURLResponse
    let retryAfter = response?.value(forHTTPHeaderField: "Retry-After").flatMap(
      RetryDelay.requestedSeconds)
    let status = response?.statusCode
    let code = error.map { ($0 as NSError).code }
    RecorderActor.assumeIsolated {
      owner?.finished(
        number, description, status: status, retryAfterSeconds: retryAfter, errorCode: code)
    }
  }

  nonisolated func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    RecorderActor.assumeIsolated { owner?.eventsFinished() }
  }
}

import CollectorContract
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

  #if !YOBAN_ANDROID
    nonisolated func urlSession(
      _ session: URLSession, task: URLSessionTask,
      didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
      let number = task.taskIdentifier
      guard let times = metrics.transactionMetrics.last.flatMap(TaskTimes.init) else { return }
      RecorderActor.assumeIsolated { owner?.collected(times, by: number) }
    }
  #endif

  nonisolated func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let (number, description) = (task.taskIdentifier, task.taskDescription)
    let response = task.response as? HTTPURLResponse
    let retryAfter = response?.value(forHTTPHeaderField: "Retry-After").flatMap(
      RetryDelay.requestedSeconds)
    let status = response?.statusCode
    let code = error.map { ($0 as NSError).code }
    let request = task.originalRequest
    let clocks = ClockReport(
      clock: request?.value(forHTTPHeaderField: CollectorField.clock),
      exchanges: request?.value(forHTTPHeaderField: CollectorField.clockExchanges))
    let stamps = response.flatMap(CollectorStamps.init)
    RecorderActor.assumeIsolated {
      owner?.finished(
        number, description, status: status, retryAfterSeconds: retryAfter, errorCode: code,
        clocks: clocks, stamps: stamps)
    }
  }

  nonisolated func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    RecorderActor.assumeIsolated { owner?.eventsFinished() }
  }
}

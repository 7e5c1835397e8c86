import CollectorContract
import Foundation

#if YOBAN_ANDROID
  import FoundationNetworking
#else
  import UIKit
#endif

/// When a request was sent and its answer began to arrive, on the wall clock in nanoseconds since 1970.
struct TaskTimes: Hashable, Sendable {
  var requestStart: Int64
  var responseStart: Int64

  #if !YOBAN_ANDROID
    /// Returns nil if the system does not know both.
    init?(_ metrics: URLSessionTaskTransactionMetrics) {
      guard let request = metrics.requestStartDate, let response = metrics.responseStartDate else {
        return nil
      }
      requestStart = Int64(nanosecondsTo: request)
      responseStart = Int64(nanosecondsTo: response)
    }
  #endif
}

/// When the collector received a request and sent the answer, on its clock in nanoseconds since 1970.
struct CollectorStamps: Hashable, Sendable {
  var arrived: Int64
  var answered: Int64

  /// Returns nil if the answer has no stamps, such as that of an older collector.
  init?(_ response: HTTPURLResponse) {
    func stamp(_ field: String) -> Int64? {
      response.value(forHTTPHeaderField: field).flatMap { Int64($0) }
    }
    guard let arrived = stamp(CollectorField.arrived),
      let answered = stamp(CollectorField.answered)
    else { return nil }
    (self.arrived, self.answered) = (arrived, answered)
  }
}

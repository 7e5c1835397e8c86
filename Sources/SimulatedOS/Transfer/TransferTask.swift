import Foundation
import VirtualTime

/// One transfer of a background session, as the system keeps it: it outlives the app's process.
///
/// Not Sendable: belongs to its device.
public final class TransferTask {
  public enum Body: Sendable, Hashable {
    case none
    /// An upload's file on the device's disk. It must be there until the transfer ends.
    case file(URL)
  }

  public enum Outcome: Sendable, Hashable {
    case response(HTTPExchangeResponse)
    case failure(TransferFailure)
  }

  enum State: Equatable {
    /// Made, `resume()` not called yet.
    case suspended
    /// Waits for its turn: for the rate limiter, a path, a retry.
    case waiting
    case running
    case finished
  }

  /// `taskIdentifier`: unique in its session.
  public let identifier: Int
  public let request: HTTPExchangeRequest
  public let body: Body
  public let isDownload: Bool
  public var taskDescription: String?
  public internal(set) var outcome: Outcome?
  var state = State.suspended
  var attempts = 0
  var token: EventToken?
  var timeout: EventToken?

  init(_ identifier: Int, _ request: HTTPExchangeRequest, _ body: Body, isDownload: Bool) {
    self.identifier = identifier
    self.request = request
    self.body = body
    self.isDownload = isDownload
  }

  /// Whether `resume()` has been called and no outcome is there yet.
  public var isUnderWay: Bool { state == .waiting || state == .running }
  public var isSuspended: Bool { state == .suspended }

  var bodySize: Int64 {
    guard case .file(let url) = body else { return 0 }
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
  }
}

/// Why a transfer ended without a response.
public enum TransferFailure: Sendable, Hashable {
  case exchange(HTTPExchangeError)
  /// NSURLErrorFileDoesNotExist, -1100: the file of an upload is gone.
  case fileMissing
  /// NSURLErrorCancelled, -999; `reason` is NSURLErrorBackgroundTaskCancelledReasonKey (0: the user
  /// force-quit the app; L16), nil if the app itself cancelled.
  case cancelled(reason: Int?)
}

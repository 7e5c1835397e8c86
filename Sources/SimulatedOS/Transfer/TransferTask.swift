import Foundation
import VirtualTime

/// One transfer. The system keeps those of a background session: they outlive the app's process.
///
/// Not Sendable: belongs to its device.
public final class TransferTask {
  public enum Body: Sendable, Hashable {
    case none
    /// An upload's file on the device's disk. It must be there until the transfer ends.
    case file(URL)
    /// An upload's bytes, in memory: not in a background session.
    case data(Data)
  }

  public enum Outcome: Sendable, Hashable {
    case response(HTTPExchangeResponse)
    case failure(TransferFailure)
  }

  enum State: Equatable {
    /// Made, `resume()` not called yet.
    case suspended
    /// Waits for its turn: for the rate limiter, its begin date, a path, a retry.
    case waiting
    /// Its bytes go out.
    case running
    /// The answer's bytes come in.
    case receiving(HTTPExchangeResponse)
    case finished
  }

  /// `taskIdentifier`: unique in its session.
  public let identifier: Int
  public let request: HTTPExchangeRequest
  public let body: Body
  public let isDownload: Bool
  public var taskDescription: String?
  /// How long it waits after `resume()` at least (`earliestBeginDate`); nil: not at all.
  public var earliestBegin: Duration?
  /// Whether it may go over a cellular path, if its session allows that, too.
  public var allowsCellular = true
  /// What it asks of the device, from `resume()` on.
  var conditions = TransferConditions()
  public internal(set) var outcome: Outcome?
  var state = State.suspended
  var attempts = 0
  var token: EventToken?
  /// Until when it has the link in its present attempt.
  var uplinkUntil: VirtualInstant?
  var downlinkUntil: VirtualInstant?
  var timeout: EventToken?

  init(_ identifier: Int, _ request: HTTPExchangeRequest, _ body: Body, isDownload: Bool) {
    self.identifier = identifier
    self.request = request
    self.body = body
    self.isDownload = isDownload
  }

  /// Whether `resume()` has been called and no outcome is there yet.
  public var isUnderWay: Bool { state == .waiting || isOnTheAir }
  var isOnTheAir: Bool {
    switch state {
    case .running, .receiving: true
    case .suspended, .waiting, .finished: false
    }
  }
  public var isSuspended: Bool { state == .suspended }

  /// What the server is sent; nil if the file of an upload is gone.
  var exchange: HTTPExchangeRequest? {
    var sent = request
    switch body {
    case .none: break
    case .data(let data): sent.body = [UInt8](data)
    case .file(let url):
      guard let data = try? Data(contentsOf: url) else { return nil }
      sent.body = [UInt8](data)
    }
    return sent
  }

  var bodySize: Int64 {
    switch body {
    case .none: return 0
    case .data(let data): return Int64(data.count)
    case .file(let url):
      let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
      return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
    }
  }
}

/// Why a transfer ended without a response.
public enum TransferFailure: Sendable, Hashable {
  case exchange(HTTPExchangeError)
  /// NSURLErrorNotConnectedToInternet, -1009: there is no path, and the session does not wait for one.
  case notConnected
  /// NSURLErrorFileDoesNotExist, -1100: the file of an upload is gone.
  case fileMissing
  /// NSURLErrorCancelled, -999; `reason` is NSURLErrorBackgroundTaskCancelledReasonKey, nil if the
  /// app itself cancelled.
  case cancelled(reason: Int?)

  /// The reasons of NSURLErrorBackgroundTaskCancelledReasonKey (FT7).
  public enum Reason {
    /// The user force-quit the app (L16).
    public static let forceQuit = 0
    /// Background App Refresh was switched off (L18).
    public static let backgroundUpdatesDisabled = 1
    public static let insufficientSystemResources = 2
  }
}

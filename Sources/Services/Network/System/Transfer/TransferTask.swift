import Foundation
import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// One transfer. The system keeps the transfers of a background session: they outlive the app's
/// process.
///
/// Not Sendable, because it belongs to its device.
package final class TransferTask {
  package enum Body: Sendable, Hashable {
    case none
    /// The file of an upload on the device's disk. It must exist until the transfer ends.
    case file(URL)
    /// The bytes of an upload, in memory. Not allowed in a background session.
    case data(Data)
  }

  package enum Outcome: Sendable, Hashable {
    case response(HTTPExchangeResponse)
    case failure(TransferFailure)
  }

  enum State: Equatable {
    /// Created; `resume()` was not called yet.
    case suspended
    /// Waits for the rate limiter, its begin date, a path or a retry.
    case waiting
    /// The request is being sent.
    case running
    /// The response is being received.
    case receiving(HTTPExchangeResponse)
    case finished
  }

  /// The session that the task belongs to. The device keeps a background session, and a started
  /// task keeps any other; until then, whoever has the task must keep its session, too.
  package unowned let session: TransferSession
  /// The `taskIdentifier`, unique in the session.
  package let identifier: Int
  package let request: HTTPExchangeRequest
  package internal(set) var body: Body
  package let isDownload: Bool
  package var taskDescription: String?
  /// The shortest time between `resume()` and the start (`earliestBeginDate`); nil for none.
  package var earliestBegin: Duration?
  /// Whether the transfer may use a cellular path, if its session allows that, too.
  package var allowsCellular = true
  /// Whether the transfer may use a constrained path, if its session allows that, too.
  package var allowsConstrained = true
  /// The longest time without progress, in place of the session's.
  package var requestTimeout: Duration?
  /// Whether the app suspended the task after its start.
  package internal(set) var isHeld = false
  /// The conditions for the transfer, set by `resume()`.
  var conditions = TransferConditions()
  package internal(set) var outcome: Outcome?
  var state = State.suspended
  var attempts = 0
  var token: EventToken?
  /// The times until which the current attempt uses the uplink and the downlink.
  var uplinkUntil: VirtualInstant?
  var downlinkUntil: VirtualInstant?
  var timeout: EventToken?
  /// The times of the current attempt.
  package internal(set) var timing = TransferTiming()
  /// When the task was resumed first, and when it ended; nil before that.
  package internal(set) var resumedAt: VirtualInstant?
  package internal(set) var endedAt: VirtualInstant?

  init(
    _ identifier: Int, of session: TransferSession, _ request: HTTPExchangeRequest, _ body: Body,
    isDownload: Bool
  ) {
    self.session = session
    self.identifier = identifier
    self.request = request
    self.body = body
    self.isDownload = isDownload
  }

  /// Whether `resume()` was called and there is no outcome yet.
  package var isUnderWay: Bool { state == .waiting || isOnTheAir }
  var isOnTheAir: Bool {
    switch state {
    case .running, .receiving: true
    case .suspended, .waiting, .finished: false
    }
  }
  /// Whether a force-quit of the app has canceled the task (L16).
  var wasForceQuit: Bool {
    outcome == .failure(.cancelled(reason: TransferFailure.Reason.forceQuit))
  }
  package var isSuspended: Bool { state == .suspended }

  /// The request that is sent to the server; nil if the file of an upload does not exist.
  var exchange: HTTPExchangeRequest? {
    var sent = request
    switch body {
    case .none: break
    case .data(let data): sent.body = [UInt8](data)
    case .file(let url):
      guard let data = Simulation.asSystem({ try? Data(contentsOf: url) }) else { return nil }
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

/// The times of one attempt of a transfer; nil for what has not happened.
package struct TransferTiming: Sendable, Hashable {
  /// The uplink was free, and the request was sent.
  package var requestStart: VirtualInstant?
  package var requestEnd: VirtualInstant?
  /// The response began to arrive.
  package var responseStart: VirtualInstant?
  package var responseEnd: VirtualInstant?
}

/// The reason why a transfer ended without a response.
package enum TransferFailure: Sendable, Hashable {
  case exchange(HTTPExchangeError)
  /// NSURLErrorNotConnectedToInternet, -1009: there is no path, and the session does not wait for one.
  case notConnected
  /// NSURLErrorHTTPTooManyRedirects, -1007: the server has redirected the request too often (FT9).
  case tooManyRedirects
  /// NSURLErrorFileDoesNotExist, -1100: the file of an upload does not exist.
  case fileMissing
  /// NSURLErrorCancelled, -999. `reason` is NSURLErrorBackgroundTaskCancelledReasonKey; nil if the
  /// app itself canceled the task.
  case cancelled(reason: Int?)

  /// The reasons of NSURLErrorBackgroundTaskCancelledReasonKey (FT7).
  package enum Reason {
    /// The user force-quit the app (L16).
    package static let forceQuit = 0
    /// Background App Refresh was switched off (L18).
    package static let backgroundUpdatesDisabled = 1
    package static let insufficientSystemResources = 2
  }
}

extension TransferFailure: CustomStringConvertible {
  /// Apple's name of the error, such as `NSURLErrorTimedOut`, with the reason that a canceled task has.
  package var description: String {
    switch self {
    case .exchange(let error): "\(error)"
    case .notConnected: "NSURLErrorNotConnectedToInternet"
    case .tooManyRedirects: "NSURLErrorHTTPTooManyRedirects"
    case .fileMissing: "NSURLErrorFileDoesNotExist"
    case .cancelled(nil): "NSURLErrorCancelled"
    case .cancelled(Reason.forceQuit): "NSURLErrorCancelled, because the user force-quit the app"
    case .cancelled(Reason.backgroundUpdatesDisabled):
      "NSURLErrorCancelled, because Background App Refresh was switched off"
    case .cancelled(.some): "NSURLErrorCancelled, because the system was short of resources"
    }
  }
}

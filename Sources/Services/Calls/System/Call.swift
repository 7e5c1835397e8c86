import Foundation
import YobanSimulatedDevices
import YobanVirtualTime

/// A call that an app has reported to CallKit, or has started with it (CK5).
///
/// It ends with the process of its app (CK6).
public final class Call: @unchecked SimulationConfined {
  /// The identifier that the app has given it.
  public let id: UUID
  public unowned let app: InstalledApp
  /// Whether the app has started it. Otherwise it is an incoming call.
  public let isOutgoing: Bool
  private(set) weak var process: AppProcess?
  /// The `CXProvider` of the app that performs its actions.
  private(set) weak var provider: (any CallProviderReceiver)?
  package internal(set) var details: CallDetails
  package internal(set) var machine: CallMachine
  /// The calls with the same number are in one group.
  var group: Int
  /// The end of the time for which an incoming call may ring.
  var ringing: EventToken?

  init(
    _ id: UUID, isOutgoing: Bool, _ details: CallDetails, group: Int, _ process: AppProcess,
    _ provider: any CallProviderReceiver
  ) {
    self.id = id
    self.isOutgoing = isOutgoing
    self.details = details
    self.group = group
    self.process = process
    self.provider = provider
    app = process.app
    machine = CallMachine(isOutgoing: isOutgoing)
  }

  /// The name that the user sees: `localizedCallerName`, or else the value of the handle.
  public var name: String { details.shownName }
  /// Whether the call has video, as the app says.
  public var hasVideo: Bool { details.hasVideo ?? false }
  /// `ringing`, `starting`, `connecting`, `connected` or `ended`.
  public var state: String { machine.state.rawValue }
  /// Whether the call is on hold.
  public var isOnHold: Bool { machine.isOnHold }
  /// Whether the microphone is muted for the call.
  public var isMuted: Bool { machine.isMuted }
  /// The reason why it ended; nil while it goes on.
  public var end: CallEnd? { machine.end }
}

/// The reason why a call has ended.
public enum CallEnd: String, Sendable, Hashable, CaseIterable {
  /// `CXCallEndedReason.failed`, also of a call whose app has ended or whose action was not performed in time.
  case failed
  /// `CXCallEndedReason.remoteEnded`
  case remoteEnded
  /// `CXCallEndedReason.unanswered`, also of a call that has rung for too long (CK5).
  case unanswered
  /// `CXCallEndedReason.answeredElsewhere`
  case answeredElsewhere
  /// `CXCallEndedReason.declinedElsewhere`
  case declinedElsewhere
  /// The user has declined it or has hung up, or the app has ended it with a `CXEndCallAction`.
  case ended
}

/// `CXHandle`: the address of a caller.
package struct CallHandle: Sendable, Hashable {
  /// The raw value of `CXHandle.HandleType`.
  package let type: Int
  package let value: String

  package init(type: Int, value: String) { (self.type, self.value) = (type, value) }
}

/// `CXCallUpdate`: what an app says about a call. A value that is nil leaves the present one.
package struct CallDetails: Sendable, Hashable {
  package var handle: CallHandle?
  package var name: String?
  package var hasVideo: Bool?
  package var supportsHolding: Bool?
  package var supportsGrouping: Bool?
  package var supportsUngrouping: Bool?
  package var supportsDTMF: Bool?

  package init() {}

  var shownName: String { name ?? handle?.value ?? "unknown" }

  mutating func apply(_ other: CallDetails) {
    handle = other.handle ?? handle
    name = other.name ?? name
    hasVideo = other.hasVideo ?? hasVideo
    supportsHolding = other.supportsHolding ?? supportsHolding
    supportsGrouping = other.supportsGrouping ?? supportsGrouping
    supportsUngrouping = other.supportsUngrouping ?? supportsUngrouping
    supportsDTMF = other.supportsDTMF ?? supportsDTMF
  }
}

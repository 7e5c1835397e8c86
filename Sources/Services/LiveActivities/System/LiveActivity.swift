import Foundation
import YobanSimulatedDevices
import YobanVirtualTime

/// A Live Activity on the Lock Screen of a phone, or one that is scheduled.
///
/// The system keeps it outside of the app's process: it outlives the process, a force-quit and a reboot (LA8).
public final class LiveActivity: @unchecked SimulationConfined {
  /// `Activity.id`.
  public let id: String
  public unowned let app: InstalledApp
  /// The name in traces and findings: the type of the attributes, and a number from the second one of the app on.
  public let name: String
  /// The name of the app's type of attributes, as in `attributes-type` of a push.
  public let attributesType: String
  /// The attributes, as JSON.
  public let attributes: Data
  /// The state that is shown, as JSON.
  public internal(set) var content: Data
  /// The order among the Live Activities of the app; the highest comes first.
  public internal(set) var relevanceScore: Double
  /// The token for pushes that update it; nil without one.
  public internal(set) var pushToken: Data?
  /// The channel whose pushes update it; nil without one (iOS 18).
  public let channel: String?
  /// Whether it ends when the user locks the phone, leaves the app or collapses it (iOS 18).
  package let isTransient: Bool
  package internal(set) var staleDate: Date?
  package internal(set) var machine: LiveActivityMachine
  /// The time of the newest content that was accepted, in seconds since 1970, by the clock of the device.
  var newest: Double
  /// The push that waits; a newer one replaces it.
  var waiting: WaitingPush?
  /// Whether the app has started it while it was in the foreground (BT30).
  let isStartedInFront: Bool
  /// Whether the app runs because a push has started it: each iteration of `activityUpdates` in this time gives it.
  package var isNews = false
  /// Whether the app must receive the token in this launch, because a push started it.
  var isTokenOwed = false

  init(
    _ id: String, number: Int, _ app: InstalledApp, _ request: LiveActivityRequest,
    _ machine: LiveActivityMachine,
    newest: Double
  ) {
    self.id = id
    self.app = app
    attributesType = request.attributesType
    name = number == 1 ? attributesType : "\(attributesType) \(number)"
    attributes = request.attributes
    content = request.content.state
    relevanceScore = request.content.relevanceScore
    staleDate = request.content.staleDate
    isTransient = request.isTransient
    isStartedInFront = request.isInFront && request.start == nil
    if case .channel(let name) = request.pushes { channel = name } else { channel = nil }
    self.machine = machine
    self.newest = newest
  }

  /// The content that is shown.
  package var values: LiveActivityValues {
    LiveActivityValues(state: content, staleDate: staleDate, relevanceScore: relevanceScore)
  }

  /// `Activity.activityState`: `pending`, `active`, `stale`, `ended` or `dismissed`.
  public var state: String { machine.state.name }
}

/// The content of a Live Activity, as plain values.
package struct LiveActivityValues: Sendable, Hashable {
  /// The state as JSON.
  package var state: Data
  package var staleDate: Date?
  package var relevanceScore: Double

  package init(state: Data, staleDate: Date?, relevanceScore: Double) {
    (self.state, self.staleDate, self.relevanceScore) = (state, staleDate, relevanceScore)
  }
}

/// A request of an app to start a Live Activity.
package struct LiveActivityRequest: Sendable, Hashable {
  package enum Pushes: Sendable, Hashable {
    case none, token
    case channel(String)
  }

  package var attributesType: String
  /// The attributes as JSON.
  package var attributes: Data
  package var content: LiveActivityValues
  package var pushes: Pushes
  package var isTransient = false
  /// Whether the app asks while it is in the foreground; the service sets it.
  var isInFront = false
  /// The time at which the system starts it; nil for now.
  package var start: Date?

  package init(
    attributesType: String, attributes: Data, content: LiveActivityValues, pushes: Pushes
  ) {
    self.attributesType = attributesType
    self.attributes = attributes
    self.content = content
    self.pushes = pushes
  }
}

/// The reason why a Live Activity cannot be started: mostly a case of `ActivityAuthorizationError`.
package enum LiveActivityRefusal: String, Error, Sendable, Hashable {
  case attributesTooLarge, unsupported, denied, targetMaximumExceeded, unsupportedTarget
  case visibility
  /// A token was asked for without the entitlement for pushes (LA6).
  case noPushEntitlement
}

/// The time at which an ended Live Activity leaves the Lock Screen, as the app says it (LA5).
package enum LiveActivityDismissal: Sendable, Hashable {
  case byDefault, immediate
  case after(Date)

  func map(_ instant: (Date) -> VirtualInstant) -> LiveActivityMachine.Dismissal {
    switch self {
    case .byDefault: .byDefault
    case .immediate: .immediate
    case .after(let date): .after(instant(date))
    }
  }
}

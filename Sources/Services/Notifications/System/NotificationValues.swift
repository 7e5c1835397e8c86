import Foundation
import YobanAppleSystem
import YobanLocation
import YobanSimulatedDevices

/// The kinds of interaction that an app asks for (`UNAuthorizationOptions`, with its raw values).
public struct NotificationOptions: OptionSet, Sendable, Hashable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let badge = Self(rawValue: 1 << 0)
  public static let sound = Self(rawValue: 1 << 1)
  public static let alert = Self(rawValue: 1 << 2)
  package static let carPlay = Self(rawValue: 1 << 3)
  package static let criticalAlert = Self(rawValue: 1 << 4)
  package static let appSettings = Self(rawValue: 1 << 5)
  package static let provisional = Self(rawValue: 1 << 6)
  package static let announcement = Self(rawValue: 1 << 7)
  package static let timeSensitive = Self(rawValue: 1 << 8)

  /// The names of the options, separated by commas.
  package var words: String {
    let names: [(Self, String)] = [
      (.alert, "alerts"), (.badge, "badges"), (.sound, "sounds"), (.carPlay, "CarPlay"),
      (.criticalAlert, "critical alerts"), (.appSettings, "app settings"),
      (.provisional, "provisional"), (.announcement, "announcements"),
      (.timeSensitive, "time-sensitive"),
    ]
    let words = names.filter { contains($0.0) }.map(\.1)
    return words.isEmpty ? "nothing" : words.joined(separator: ", ")
  }
}

/// The importance of a notification (`UNNotificationInterruptionLevel`).
public enum NotificationLevel: UInt, Sendable, Hashable {
  case passive, active, timeSensitive, critical
}

/// The content of a notification.
package struct NotificationContent: Sendable, Hashable {
  package var title = ""
  package var subtitle = ""
  package var body = ""
  /// The number for the app's icon; nil leaves the icon as it is.
  package var badge: Int?
  /// The name of the sound; nil for none.
  package var sound: String?
  /// A property list in binary form; nil if the app gave none.
  package var userInfo: Data?
  package var category = ""
  package var thread = ""
  package var level = NotificationLevel.active
  package var relevance = 0.0

  package init() {}

  /// Whether the notification has nothing to show, to play or to put on the icon.
  var isEmpty: Bool {
    title.isEmpty && subtitle.isEmpty && body.isEmpty && badge == nil && sound == nil
  }

  /// The text by which traces name the notification.
  var name: String { [title, body, subtitle].first { !$0.isEmpty } ?? "" }
}

/// The condition for the delivery of a notification.
package enum NotificationTrigger: Sendable, Hashable {
  /// At once.
  case now
  /// After an interval, in seconds.
  case interval(Double, repeats: Bool)
  case calendar(DateComponents, repeats: Bool)
  /// At an entry into a region or an exit, as its description says.
  case region(RegionDescription, repeats: Bool)

  package var repeats: Bool {
    switch self {
    case .now: false
    case .interval(_, let repeats), .calendar(_, let repeats), .region(_, let repeats): repeats
    }
  }

  /// The trigger in a few words, for traces.
  var words: String {
    let often = repeats ? ", repeating" : ""
    switch self {
    case .now: return "now"
    case .interval(let seconds, _): return "in \(seconds) s\(often)"
    case .calendar: return "at a date\(often)"
    case .region(let region, _): return "at region \(region.identifier)\(often)"
    }
  }
}

/// A request for a notification.
package struct NotificationRequest: Sendable, Hashable {
  package var identifier: String
  package var content: NotificationContent
  package var trigger: NotificationTrigger

  package init(
    _ identifier: String, _ content: NotificationContent, _ trigger: NotificationTrigger
  ) {
    self.identifier = identifier
    self.content = content
    self.trigger = trigger
  }
}

/// A button of a notification.
package struct NotificationAction: Sendable, Hashable {
  package var identifier: String
  package var title: String
  /// Whether the button brings the app to the foreground.
  package var isForeground = false
  /// Whether the device must be unlocked first.
  package var needsUnlock = false
  package var isDestructive = false
  /// Whether the user types a text.
  package var takesText = false
  /// The texts of the field in which the user types.
  package var textButton = ""
  package var textPlaceholder = ""

  package init(_ identifier: String, title: String) {
    self.identifier = identifier
    self.title = title
  }

  /// `UNNotificationDefaultActionIdentifier`: the user opened the app from the notification.
  package static let defaultIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
  /// `UNNotificationDismissActionIdentifier`: the user dismissed the notification.
  package static let dismissIdentifier = "com.apple.UNNotificationDismissActionIdentifier"
}

/// A category: the buttons of its notifications.
package struct NotificationCategory: Sendable, Hashable {
  package var identifier: String
  package var actions: [NotificationAction] = []
  /// Whether the app is notified that the user dismissed a notification.
  package var reportsDismissal = false
  /// The text in place of the body while previews are hidden; empty for the system's text.
  package var hiddenText = ""
  package var showsTitleWhenHidden = false
  package var showsSubtitleWhenHidden = false
  /// Values that the app reads back and that have no effect.
  package var otherOptions: NotificationOptions = []
  package var intents: [String] = []
  package var summaryFormat = ""

  package init(_ identifier: String) { self.identifier = identifier }
}

/// The reaction of the user to a notification.
package struct NotificationResponse: Sendable, Hashable {
  package var notification: DeliveredNotification
  /// The identifier of the action.
  package var action: String
  /// The text that the user typed; nil for actions without text.
  package var text: String?
}

/// The reason why a request was refused, with the codes of `UNError`.
package enum NotificationFailure: Int, Error, Sendable, Hashable {
  /// The app has no permission.
  case notAllowed = 1
  /// The trigger has no date.
  case noDate = 1400
  /// The notification has neither texts nor a sound nor a badge.
  case noContent = 1401
}

internal import YobanSimulatedApple

/// A moment in a widget's timeline, with what it shows from then on.
public protocol TimelineEntry {
  /// The date from which on the entry is shown.
  var date: Date { get }
  /// The relevance of the widget then, for a Smart Stack. It has no effect here.
  var relevance: TimelineEntryRelevance? { get }
}

extension TimelineEntry {
  public var relevance: TimelineEntryRelevance? { nil }
}

/// The relevance of a widget compared with other times.
public struct TimelineEntryRelevance: Codable, Hashable, Sendable {
  public var score: Float
  public var duration: TimeInterval

  public init(score: Float, duration: TimeInterval = 0) {
    (self.score, self.duration) = (score, duration)
  }
}

/// The entries that a widget shows one after the other, and when the system asks for the next ones.
public struct Timeline<EntryType: TimelineEntry> {
  public let entries: [EntryType]
  public let policy: TimelineReloadPolicy

  public init(entries: [EntryType], policy: TimelineReloadPolicy) {
    (self.entries, self.policy) = (entries, policy)
  }
}

/// The earliest time at which the system asks a provider for a new timeline (WI1).
public struct TimelineReloadPolicy: Equatable, Sendable {
  let when: WidgetTimeline.Policy

  /// After the date of the last entry.
  public static let atEnd = Self(when: .atEnd)
  /// Only when the app asks for it.
  public static let never = Self(when: .never)
  /// After a date.
  public static func after(_ date: Date) -> Self { Self(when: .after(date)) }
}

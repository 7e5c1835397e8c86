/// The content of a Live Activity (iOS 16.2).
public struct ActivityContent<State> where State: Decodable, State: Encodable, State: Hashable {
  public let state: State
  /// The time until which the state holds; then the activity is stale (LA4). Nil without a limit.
  public let staleDate: Date?
  /// The order among the activities of the app; the highest comes first.
  public let relevanceScore: Double

  public init(state: State, staleDate: Date?, relevanceScore: Double = 0.0) {
    self.state = state
    self.staleDate = staleDate
    self.relevanceScore = relevanceScore
  }
}

extension ActivityContent: Sendable where State: Sendable {}

extension ActivityContent: CustomStringConvertible {
  public var description: String {
    "ActivityContent(state: \(state), staleDate: \(staleDate.map { "\($0)" } ?? "nil"), relevanceScore: \(relevanceScore))"
  }
}

/// The alert with which an update comes. Here it lights the screen; it has no banner and no sound.
public struct AlertConfiguration: Equatable, Sendable {
  public var title: LocalizedStringResource
  public var body: LocalizedStringResource
  public var sound: AlertSound

  public init(title: LocalizedStringResource, body: LocalizedStringResource, sound: AlertSound) {
    self.title = title
    self.body = body
    self.sound = sound
  }

  public struct AlertSound: Equatable, Sendable {
    private let name: String?

    public static var `default`: AlertSound { AlertSound(name: nil) }
    public static func named(_ name: String) -> AlertSound { AlertSound(name: name) }
  }
}

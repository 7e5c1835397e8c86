/// The reason why the system started a process. Each service has its own in its folder.
public struct LaunchCause: Sendable, Hashable, CustomStringConvertible {
  /// As traces print it, such as `background task com.example.sync`.
  public let description: String
  /// The launch options that the app's delegate receives if the app has no scenes (L13).
  package let options: [Option]

  package init(_ description: String, _ options: [Option] = []) {
    (self.description, self.options) = (description, options)
  }

  /// The user opens the app.
  public static let user = Self("user")
  /// The system starts the process before it is needed (L15).
  public static let prewarming = Self("prewarming")

  /// An option of a launch, under the name that Apple's constant has as a value.
  package struct Option: Sendable, Hashable {
    package enum Value: Sendable, Hashable {
      case flag(Bool)
      case texts([String])
      /// A dictionary as JSON text.
      case json(String)
    }

    package let key: String
    package let value: Value

    package init(_ key: String, _ value: Value) { (self.key, self.value) = (key, value) }
  }
}

/// An `Intent` in the system: plain data, which survives the process that made it.
package struct AndroidIntentDescription: Sendable, Hashable, Codable {
  package enum Value: Sendable, Hashable, Codable {
    case text(String)
    case int(Int32)
    case long(Int64)
    case double(Double)
    case boolean(Bool)
    case bytes([UInt8])
  }

  package var action: String?
  /// The simple name of the class of the component that receives it.
  package var component: String?
  package var package: String?
  package var flags: Int32
  package var extras: [String: Value]

  package init(
    action: String? = nil, component: String? = nil, package: String? = nil, flags: Int32 = 0,
    extras: [String: Value] = [:]
  ) {
    self.action = action
    self.component = component
    self.package = package
    self.flags = flags
    self.extras = extras
  }

  /// Whether two intents are the same for a PendingIntent, which ignores extras.
  func isSame(as other: Self) -> Bool {
    action == other.action && component == other.component && package == other.package
  }

  /// The text in Android's log messages.
  var words: String {
    let parts = [action.map { "act=\($0)" }, component.map { "cmp=\(package ?? "")/.\($0)" }]
    return "Intent { \(parts.compactMap { $0 }.joined(separator: " ")) }"
  }
}

/// An exception of Android, which a call throws or which terminates an app.
package struct AndroidException: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Name: String, Sendable, Hashable, CaseIterable {
    case illegalArgument = "java.lang.IllegalArgumentException"
    case illegalState = "java.lang.IllegalStateException"
    case security = "java.lang.SecurityException"
    case runtime = "java.lang.RuntimeException"
    case backgroundServiceStartNotAllowed = "android.app.BackgroundServiceStartNotAllowedException"
    case foregroundServiceStartNotAllowed = "android.app.ForegroundServiceStartNotAllowedException"
    case missingForegroundServiceType = "android.app.MissingForegroundServiceTypeException"
    case invalidForegroundServiceType = "android.app.InvalidForegroundServiceTypeException"
  }

  package var name: Name
  package var message: String

  package init(_ name: Name, _ message: String) {
    self.name = name
    self.message = message
  }

  package var description: String { "\(name.rawValue): \(message)" }
  /// The name without its package.
  var shortName: String { String(name.rawValue.split(separator: ".").last ?? "") }
}

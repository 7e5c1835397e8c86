import Foundation

/// An app's singleton, as in many apps.
public final class Recorder {
  public static let shared = Recorder()
  // Sendable: only one thread of a simulation runs at a time.
  nonisolated(unsafe) public static var sessions: [String] = []
  private static var hidden = 7
  public static let table: [String: Int] = {
    print("table made")
    return ["a": 1]
  }()
  public var count = 0
  public weak var delegate: AnyObject?

  private init() {}

  public static func next() -> Int {
    hidden += 1
    return hidden
  }
}

public var flag = false
private var text = "a text that is longer than the fifteen bytes of a small string"

public struct Settings {
  // Sendable: as above.
  nonisolated(unsafe) public static var depth = 3
  public static let constant = 42
}

public actor Store {
  public static let shared = Store()
  private var number = 0
  public func add() -> Int {
    number += 1
    return number
  }
}

extension Notification.Name {
  /// A variable of this module in a type of another one.
  public static var sample = Notification.Name("sample")
}

/// Reads all variables, then changes them.
public func use(_ name: String) -> String {
  let line =
    "\(Recorder.shared.count) \(Recorder.sessions) \(Recorder.next()) \(flag) \(text.count) "
    + "\(Settings.depth) \(Recorder.table["a"]!) \(Notification.Name.sample.rawValue)"
  Recorder.shared.count += 1
  Recorder.sessions.append(name)
  flag = true
  text += "!"
  Settings.depth += 1
  Notification.Name.sample = Notification.Name("changed")
  return line
}

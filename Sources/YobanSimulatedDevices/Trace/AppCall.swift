extension TraceEvent {
  /// A call of the app's code by the system, such as a method of a delegate, a change of a file by the app, or what
  /// it leaves with the system. A trace has these events only while `Trace.notesAppCalls` is set.
  ///
  /// They explain a run and are no part of it: the digest is the same with and without them.
  public struct AppCall: TextPayload {
    public static let (service, field) = ("call", "what")
    /// Such as `didConnect`.
    public let name: String
    public let text: String
    public var style: Style { .quiet }
  }
}

extension TraceEvent.Kind {
  /// A call of the app's code by the system.
  ///
  /// - Parameters:
  ///   - method: its name without the parameters, such as `didConnect`.
  ///   - subject: what the call is about, such as the name of a peripheral; nil if there is nothing to say.
  package static func call(_ method: String, _ subject: String?) -> Self {
    Self(
      TraceEvent.AppCall(name: method, text: subject.map { "\(method), \($0)" } ?? method))
  }

  /// A change of a file, such as `deletes`, and the file's name.
  package static func fileChange(_ verb: String, _ file: String) -> Self {
    Self(
      TraceEvent.AppCall(name: verb.replacing(" ", with: "-"), text: "\(verb) \(file)"))
  }

  /// The requests that a suspended or ended app has left with the system.
  package static func left(_ requests: [String]) -> Self {
    Self(
      requests.isEmpty
        ? TraceEvent.AppCall(
          name: "left-nothing", text: "nothing is left with the system that makes it run again")
        : TraceEvent.AppCall(
          name: "left", text: "left with the system: \(requests.joined(separator: ", "))"))
  }

  /// The requests of an app that a reboot of its device cancels.
  package static func lostAtReboot(_ requests: String, of app: String) -> Self {
    Self(
      TraceEvent.AppCall(name: "lost-at-reboot", text: "the reboot cancels \(requests) of \(app)"))
  }

  /// Whether this is an `AppCall`.
  package var isAppCall: Bool { payload is TraceEvent.AppCall }
}

internal import YobanNetwork
internal import YobanSimulatedDevices

/// The sessions of a process that have not been invalidated. Keeps them alive even if
/// the app releases them.
final class OpenSessions {
  /// In the order in which they were created, with `URLSession.shared`.
  private var sessions: [URLSession] = []
  private(set) var shared: URLSession?

  static func of(_ process: AppProcess) -> OpenSessions {
    process.process.resident(OpenSessions.self) { OpenSessions() }
  }

  func add(_ session: URLSession) {
    sessions.append(session)
    for setting in session.configuration.settingsNotSimulated {
      session.process.report(.notSimulated(setting))
    }
  }

  /// Returns the background sessions with this identifier that were not released, the oldest first.
  func background(_ identifier: String) -> [URLSession] {
    sessions.filter { $0.identifier == identifier }
  }

  /// Returns the process's shared session, which is created on first use.
  func shared(_ make: () -> URLSession) -> URLSession {
    if let shared { return shared }
    let made = make()
    shared = made
    return made
  }

  /// Releases a session. Returns false if it was released before.
  func remove(_ session: URLSession) -> Bool {
    guard let i = sessions.firstIndex(where: { $0 === session }) else { return false }
    sessions.remove(at: i)
    return true
  }
}

extension Finding {
  static func sameIdentifier(_ identifier: String) -> Finding {
    Finding(
      .urlsessionSameIdentifier, rule: .ft7,
      what:
        "A second background URLSession was created with the identifier \"\(identifier)\" while the first was open.",
      remedy:
        "Create one session per identifier and keep it. It is undefined which of two sessions receives the events of a task."
    )
  }

  static func notSimulated(_ setting: String) -> Finding {
    Finding(
      .urlsessionSettingNotSimulated, rule: .ft7,
      what: "URLSessionConfiguration.\(setting) has no effect in the simulation.",
      remedy:
        "Do not use this run to test the effect of the setting; see the known differences of URLSession."
    )
  }
}

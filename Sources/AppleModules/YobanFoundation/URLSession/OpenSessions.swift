internal import YobanNetwork
internal import YobanSimulatedDevices

/// The sessions of a process that have not been invalidated. Keeps them alive even if
/// the app releases them.
final class OpenSessions {
  private var sessions: [String: URLSession] = [:]
  /// Sessions that are not background sessions, including `URLSession.shared`.
  private var others: [URLSession] = []
  private(set) var shared: URLSession?

  static func of(_ process: AppProcess) -> OpenSessions {
    process.process.resident(OpenSessions.self) { OpenSessions() }
  }

  /// Stores a session that is not a background session.
  func add(_ session: URLSession) {
    others.append(session)
    for setting in session.configuration.settingsNotSimulated {
      session.process.report(.notSimulated(setting))
    }
  }

  /// Returns the process's shared session, which is created on first use.
  func shared(_ make: () -> URLSession) -> URLSession {
    if let shared { return shared }
    let made = make()
    shared = made
    return made
  }

  /// Stores a background session. An open session with the same identifier receives no more events:
  /// the new one receives them.
  func add(_ session: URLSession, _ identifier: String) {
    if sessions[identifier] != nil { session.process.report(.sameIdentifier(identifier)) }
    sessions[identifier] = session
    for setting in session.configuration.settingsNotSimulated {
      session.process.report(.notSimulated(setting))
    }
  }

  /// Releases a session. Returns false if it was released before.
  func remove(_ session: URLSession) -> Bool {
    if let i = others.firstIndex(where: { $0 === session }) {
      others.remove(at: i)
      return true
    }
    guard let (identifier, _) = sessions.first(where: { $0.value === session }) else {
      return false
    }
    sessions[identifier] = nil
    return true
  }
}

extension Finding {
  fileprivate static func sameIdentifier(_ identifier: String) -> Finding {
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

internal import SimulatedOS

/// The sessions of a process that have not been invalidated: they live without the app's help.
final class OpenSessions {
  private var sessions: [String: URLSession] = [:]

  static func of(_ process: AppProcess) -> OpenSessions {
    process.process.resident(OpenSessions.self) { OpenSessions() }
  }

  /// Keeps a session. One of the same name that is still open loses its events to the new one.
  func add(_ session: URLSession, _ identifier: String) {
    if sessions[identifier] != nil { session.process.report(.sameIdentifier(identifier)) }
    sessions[identifier] = session
    for setting in session.configuration.settingsNotSimulated {
      session.process.report(.notSimulated(setting))
    }
  }

  /// Lets go of a session. Returns false if that has happened before.
  func remove(_ session: URLSession) -> Bool {
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
      "urlsession.same-identifier", rule: "FT7",
      what:
        "A second background URLSession was made with the identifier \"\(identifier)\" while the first was open.",
      remedy:
        "Make one session per identifier and keep it; which of two hears of a task is undefined.")
  }

  fileprivate static func notSimulated(_ setting: String) -> Finding {
    Finding(
      "urlsession.setting-not-simulated", rule: "FT7",
      what: "URLSessionConfiguration.\(setting) has no effect here.",
      remedy:
        "Do not rely on this run for what the setting does; see Known differences, URLSession.")
  }
}

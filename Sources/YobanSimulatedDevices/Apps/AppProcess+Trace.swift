// The events of a process in the trace.
extension AppProcess {
  package func post(_ kind: TraceEvent.Kind) { device.post(kind, process: name) }

  /// Returns whether the process is still alive. If not, the call came from an object of an ended
  /// launch (static variables outlive a simulated kill): it must do nothing, and a finding is
  /// reported.
  package func isAlive(for call: @autoclosure () -> String) -> Bool {
    guard process.state == .dead else { return true }
    report(.deadObject(call()))
    return false
  }

  /// Notes a call of the app's code by the system, if the trace notes such calls. Call it just before the app's code.
  package func noteCall(_ method: String, _ subject: @autoclosure () -> String? = nil) {
    if device.world.trace.notesAppCalls { post(.call(method, subject())) }
  }

  /// Reports a finding: a problem that a real system would handle without an error message.
  package func report(_ finding: Finding) { post(.finding(finding)) }

  /// Reports advice, or a finding that has one cause, once for each process.
  ///
  /// - Parameter cause: the cause, if the finding can have several; nil for the name of the finding.
  package func reportOnce(_ finding: Finding, for cause: String? = nil) {
    if advised.insert(cause ?? finding.name).inserted { report(finding) }
  }

  /// Notes what an app that does not run any more has left with the system, if the trace notes calls.
  func noteObligations() {
    guard device.world.trace.notesAppCalls, device.profile.platform != .watchOS else { return }
    post(.left(device.obligations(to: app)))
  }
}

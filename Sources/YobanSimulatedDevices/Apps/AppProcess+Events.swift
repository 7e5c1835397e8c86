import YobanPlatformProfiles
import YobanVirtualTime

extension AppProcess {
  /// Runs the body on the main queue, after the callbacks of a launch, which are queued already.
  package func afterLaunch(_ body: @escaping (any ApplicationEventReceiver) -> Void) {
    process.onMain { [self] in if let receiver { body(receiver) } }
  }

  /// Delivers an event to the app when it runs next. A prewarmed process receives nothing.
  package func notify(_ body: @escaping (any ApplicationEventReceiver) -> Void) {
    guard !isPrewarmed else { return }
    afterLaunch(body)
  }

  /// Calls `applicationDidReceiveMemoryWarning` if the app runs; suspended apps get no notice (L8).
  package func warnOfLowMemory() {
    guard isRunning else { return }
    notify { [unowned self] receiver in
      receiver.didReceiveMemoryWarning()
      post(.callback(.didReceiveMemoryWarning, seen: visibleState))
    }
  }

  /// Gives the app run time for an event that it must complete. If the app does not complete it
  /// within `limit`, it is killed with `code`, and a finding says what it must do.
  ///
  /// - Parameters:
  ///   - what: the event, such as `a background fetch`.
  ///   - rule: the rule that gives the limit.
  ///   - remedy: what the app must do.
  /// - Returns: a closure to call on the app's main queue when the app has completed the event.
  package func grantForAnswer(
    _ grant: RunTimeLedger.Grant, within limit: Duration, orKilledFor code: TerminationCode,
    _ what: String, rule: PlatformRule, remedy: @escaping @autoclosure () -> String
  ) -> () -> Void {
    let simulation = process.simulation
    let deadline = simulation.now + limit
    lastCompletion += 1
    let number = lastCompletion
    pendingCompletions.append((number, grant, deadline))
    // The grant ends slightly after the deadline, so that the app is killed and not suspended.
    grantForEvents(grant, until: deadline + .milliseconds(1))
    let alarm = simulation.schedule(at: deadline) { [weak self] in
      guard let self, isInBackground else { return }
      report(.eventNotCompleted(what, within: limit, rule, remedy: remedy()))
      kill(.killed(code, "\(what) was not completed within \(limit)"))
    }
    return { [weak self] in
      simulation.cancel(alarm)
      self?.completed(number, grant)
    }
  }

  /// Handles the completion of an event; other events of the same kind may still be incomplete. A
  /// second completion has no effect.
  private func completed(_ number: Int, _ grant: RunTimeLedger.Grant) {
    guard let i = pendingCompletions.firstIndex(where: { $0.number == number }) else { return }
    pendingCompletions.remove(at: i)
    guard isInBackground else { return }
    self.grant(grant, until: pendingGrants.first { $0.grant == grant }?.end)
  }

  /// The run time grants for incomplete events whose deadline has not passed. They end slightly
  /// after the deadlines, so that the app is killed and not suspended.
  var pendingGrants: [(grant: RunTimeLedger.Grant, end: VirtualInstant)] {
    let now = process.simulation.now
    var ends: [(grant: RunTimeLedger.Grant, end: VirtualInstant)] = []
    for pending in pendingCompletions where pending.deadline > now {
      let end = pending.deadline + .milliseconds(1)
      if let i = ends.firstIndex(where: { $0.grant == pending.grant }) {
        ends[i].end = max(ends[i].end, end)
      } else {
        ends.append((pending.grant, end))
      }
    }
    return ends
  }
}

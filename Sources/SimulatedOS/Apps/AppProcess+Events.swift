import VirtualTime

extension AppProcess {
  /// Runs the body on the main queue, after the callbacks of a launch, which are there already.
  func afterLaunch(_ body: @escaping (any ApplicationEventReceiver) -> Void) {
    process.onMain { [self] in if let receiver { body(receiver) } }
  }

  /// Tells the app something when it runs next; a process that was started ahead hears nothing.
  func tell(_ body: @escaping (any ApplicationEventReceiver) -> Void) {
    guard !isPrewarmed else { return }
    afterLaunch(body)
  }

  /// Sets the number on the app's icon; negative ones count as 0.
  public func setBadge(_ number: Int) {
    guard isAlive(for: "applicationIconBadgeNumber") else { return }
    guard app.badge != max(0, number) else { return }
    app.badge = max(0, number)
    post(.badge(app.badge))
  }

  /// `applicationDidReceiveMemoryWarning`, to apps that run (L8: suspended ones get no notice).
  func warnOfLowMemory() {
    guard isRunning else { return }
    tell { [unowned self] receiver in
      receiver.didReceiveMemoryWarning()
      post(.callback(.didReceiveMemoryWarning, seen: visibleState))
    }
  }

  /// Lets the app run for an event that it must answer, at most for a while: then it is killed with
  /// a code. Launches it if needed.
  ///
  /// - Returns: what to call when the app has answered, from its main queue.
  func grantForAnswer(
    _ grant: RunTimeLedger.Grant, within limit: Duration, orKilledFor code: TerminationCode,
    _ what: String
  ) -> () -> Void {
    let simulation = process.simulation
    let deadline = simulation.now + limit
    lastAnswer += 1
    let number = lastAnswer
    answersOwed.append((number, grant, deadline))
    // A moment longer, so that it is killed and not suspended.
    grantForEvents(grant, until: deadline + .milliseconds(1))
    let alarm = simulation.schedule(at: deadline) { [weak self] in
      guard let self, isInBackground else { return }
      kill(.killed(code, "\(what) was not completed within \(limit)"))
    }
    return { [weak self] in
      simulation.cancel(alarm)
      self?.answered(number, grant)
    }
  }

  /// An event was answered: others of its kind may still be owed one. A second answer has no effect.
  private func answered(_ number: Int, _ grant: RunTimeLedger.Grant) {
    guard let i = answersOwed.firstIndex(where: { $0.number == number }) else { return }
    answersOwed.remove(at: i)
    guard isInBackground else { return }
    self.grant(grant, until: endsOfAnswersOwed.first { $0.grant == grant }?.end)
  }

  /// Until when the app may run for events that it has not answered and still can: a moment longer
  /// than their deadlines, so that it is killed and not suspended.
  var endsOfAnswersOwed: [(grant: RunTimeLedger.Grant, end: VirtualInstant)] {
    let now = process.simulation.now
    return RunTimeLedger.Grant.allCases.compactMap { grant in
      let deadline = answersOwed.filter { $0.grant == grant && $0.deadline > now }
        .map(\.deadline).max()
      return deadline.map { (grant, $0 + .milliseconds(1)) }
    }
  }
}

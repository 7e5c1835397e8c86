#if !os(watchOS)
  import CoreLocation
  import Foundation

  /// Performs the actions of the machine; no other code does.
  extension RegionWatch {
    func perform(_ actions: [RegionWatchMachine.Action]) {
      if isUnsaved { save() }
      for action in actions { perform(action) }
    }

    private func perform(_ action: RegionWatchMachine.Action) {
      switch action {
      case .register(let region): manager.startMonitoring(for: clRegion(region))
      case .unregister(let name):
        for region in manager.monitoredRegions where region.identifier == prefix + name {
          manager.stopMonitoring(for: region)
        }
      case .requestState(let name):
        if let region = region(name) { manager.requestState(for: clRegion(region)) }
      case .askAgain(let name, let delay): askAgain(name, after: delay)
      case .startRanging(let name):
        if let constraint = constraint(name) { manager.startRangingBeacons(satisfying: constraint) }
      case .stopRanging(let name):
        if let constraint = constraint(name) { manager.stopRangingBeacons(satisfying: constraint) }
      case .askPermission: askPermission()
      case .save: save()
      case .wake(let date): wake(at: date)
      case .cancelWake: timer.cancel()
      case .stayAwake: stayAwake()
      case .maySleep: maySleep()
      case .post(let event): post(event)
      case .confirm(let name): watchEvents.post(.confirmed(name))
      case .doubt(let name): watchEvents.post(.inDoubt(name))
      }
    }

    /// Requests permission in two steps. If an app requests Always at once, iOS 13 and later grant
    /// it provisionally: the features that need Always do not work until the user has answered a
    /// second question, which may appear hours later (BC13).
    private func askPermission() {
      if manager.authorizationStatus == .notDetermined {
        manager.requestWhenInUseAuthorization()
      } else {
        manager.requestAlwaysAuthorization()
      }
    }

    private func save() {
      do {
        try file.save(machine.memory)
        isUnsaved = false
      } catch {
        // The write is retried with the next event; the problem is reported once.
        if !isUnsaved { post(.problem(.memoryNotWritten(code: (error as NSError).code))) }
        isUnsaved = true
      }
    }

    private func wake(at date: Date) {
      let delay = max(date.timeIntervalSinceNow, 0)
      timer.set(at: clock.now + Duration.seconds(delay).nanoseconds) { [weak self] in
        guard let self else { return }
        // A timer may fire slightly early; the machine receives the time that it requested.
        perform(machine.deadlinePassed(now: max(Date(), date)))
      }
    }

    /// The system gives about ten seconds for an exit (BC8); an assertion extends this to the task
    /// budget.
    private func stayAwake() {
      let old = assertionNumber
      assertionNumber += 1
      let number = assertionNumber
      // The closure does not retain the watch, so the assertion is ended even if the watch was
      // released (BG4).
      _ = assertion.begin(number) { [assertion] in assertion.end(number, success: false) }
      assertion.end(old, success: true)
    }

    /// Waits until readers have received the exit, because the process may be suspended then (BG5).
    private func maySleep() {
      let number = assertionNumber
      Task {
        try? await Task.sleep(for: BackgroundJob.lastEventTime)
        assertion.end(number, success: true)
      }
    }

    private func askAgain(_ name: String, after delay: Duration) {
      Task { [weak self] in
        try? await Task.sleep(for: delay)
        guard let self else { return }
        perform(machine.askAgain(name))
      }
    }
  }
#endif

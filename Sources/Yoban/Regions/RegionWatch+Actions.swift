#if !os(watchOS)
  import CoreLocation
  import Foundation

  /// What the machine decides is done here, and nowhere else.
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
      case .tell(let event): post(event)
      case .confirm(let name): observers.tell(.confirmed(name))
      case .doubt(let name): observers.tell(.inDoubt(name))
      }
    }

    /// Asks in two steps. Asked for Always at once, iOS 13 and later give it provisionally: they
    /// withhold whatever needs it until the user has answered a second question, which may come
    /// hours later (BC13).
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
        // Tried again with the next event; told once.
        if !isUnsaved { post(.problem(.memoryNotWritten(code: (error as NSError).code))) }
        isUnsaved = true
      }
    }

    private func wake(at date: Date) {
      let delay = max(date.timeIntervalSinceNow, 0)
      timer.set(at: clock.now + Int64(delay * 1e9)) { [weak self] in
        guard let self else { return }
        // A timer may fire a moment early; for the machine its time has come.
        perform(machine.deadlinePassed(now: max(Date(), date)))
      }
    }

    /// The wake for an exit gives some ten seconds (BC8); with an assertion it is the task budget.
    private func stayAwake() {
      let old = assertionNumber
      assertionNumber += 1
      let number = assertionNumber
      // Without the watch: an assertion is ended even if nobody holds the watch any more (BG4).
      _ = assertion.begin(number) { [assertion] in assertion.end(number, success: false) }
      assertion.end(old, success: true)
    }

    /// Those who read events hear of the exit first: the process may be suspended then (BG5).
    private func maySleep() {
      let number = assertionNumber
      Task {
        try? await Task.sleep(for: BackgroundJob.newsTime)
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

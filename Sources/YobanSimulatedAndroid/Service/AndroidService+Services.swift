import YobanVirtualTime

// Services (AN1, AN3 to AN6).
extension AndroidService {
  /// `startService` or `startForegroundService`.
  ///
  /// - Returns: the class that was started, or nil if the manifest has none of that name.
  /// - Throws: Android's exception for the refusal (AN1, AN4).
  func startService(
    _ intent: AndroidIntentDescription, inForeground: Bool, _ record: AndroidRecord
  ) throws(AndroidException) -> String? {
    guard let name = intent.component else {
      throw AndroidException(
        .illegalArgument, "Service Intent must be explicit: \(intent.words)")
    }
    guard let service = record.service(name) else { return nil }
    if inForeground {
      do { try gate(service, record).start() } catch {
        throw refused("startForegroundService", error, record)
      }
    } else if record.isIdle, record.exemptions(at: now).isEmpty,
      record.manifest.targetSdkVersion >= 26
    {
      throw refusedInBackground(intent, record)
    }
    let exemptions = record.exemptions(at: now)
    let isInFront = record.app.isInFront
    service.wasAllowed = isInFront || !exemptions.isEmpty
    service.wasInUse =
      isInFront || !exemptions.isDisjoint(with: ForegroundStartGate.Exemption.inUse)
    service.isFromBoot = !isInFront && exemptions.contains(.bootCompleted)
    service.isRestart = false
    perform(service.machine.start(intent, inForeground: inForeground, at: now), service, record)
    update()
    return name
  }

  private func refusedInBackground(
    _ intent: AndroidIntentDescription, _ record: AndroidRecord
  ) -> AndroidException {
    let exception = AndroidException(
      device.profile.version >= 31 ? .backgroundServiceStartNotAllowed : .illegalState,
      "Not allowed to start service \(intent.words): app is in background")
    post(.refused("startService", exception: exception.shortName), record)
    record.process?.report(.serviceInBackground(intent.component ?? ""))
    return exception
  }

  /// `startForeground`.
  ///
  /// - Parameter types: nil for the types in the manifest.
  func startForeground(
    _ service: ServiceRecord, _ types: ForegroundServiceType?, _ record: AndroidRecord
  ) throws(AndroidException) {
    let entered: ForegroundServiceType
    do { entered = try gate(service, record).enter(types) } catch {
      if !error.keepsDeadline { service.machine.foregroundRefused() }
      throw refused("startForeground", error, record)
    }
    perform(service.machine.startForeground(entered, at: now), service, record)
    update()
  }

  private func gate(_ service: ServiceRecord, _ record: AndroidRecord) -> ForegroundStartGate {
    var around = ForegroundStartGate.Surroundings()
    around.isInFront = record.app.isInFront
    around.exemptions = record.exemptions(at: now)
    // This rule does not apply to apps that target older API levels.
    let isRefused = !policy.stickyEntersForeground && record.follows(\.demandsServiceType)
    if service.isRestart, !isRefused {
      around.exemptions.insert(.stickyRestart)
    }
    if let running = service.machine.running {
      around.wasAllowed =
        running.foreground != nil
        || (service.wasAllowed && running.since + policy.allowedStartLasts > now)
    }
    around.wasInUse = service.wasInUse
    around.isFromBoot = service.isFromBoot
    around.refusesBackgroundStarts = record.follows(\.refusesBackgroundStarts)
    around.demandsServicePermission = record.follows(\.demandsServicePermission)
    around.demandsServiceType = record.follows(\.demandsServiceType)
    around.supportsTypes = policy.supportsServiceTypes
    around.restrictsWhileInUse = record.follows(\.restrictsWhileInUse)
    around.bootRefusesTypes = record.follows(\.bootRefusesTypes)
    around.bootRefusesMicrophone = record.follows(\.bootRefusesMicrophone)
    around.holds = { record.holds($0) }
    around.declared = service.component.foregroundServiceType
    for entry in record.budgets where entry.budget.isExhausted(at: now) {
      around.exhausted.insert(entry.type)
    }
    return ForegroundStartGate(
      around: around, service: "\(record.manifest.package)/.\(service.name)")
  }

  private func refused(
    _ call: String, _ refusal: ForegroundStartGate.Refusal, _ record: AndroidRecord
  ) -> AndroidException {
    post(.refused(call, exception: refusal.exception.shortName), record)
    record.process?.report(.refused(call, refusal))
    return refusal.exception
  }

  // MARK: Performing

  func perform(
    _ actions: [ServiceStateMachine.Action], _ service: ServiceRecord, _ record: AndroidRecord
  ) {
    for action in actions {
      switch action {
      case .create where isBound(service.name, record): break
      case .create:
        post(.service(service.name, isRunning: true), record)
        notify(record) { $0.createService(service.name) }
      case .command(let id, let intent, let flags):
        notify(record) {
          $0.startCommand(service.name, startId: id, intent: intent, flags: flags)
        }
      case .destroy where isBound(service.name, record): break
      case .destroy:
        post(.service(service.name, isRunning: false), record)
        notify(record) { $0.destroyService(service.name) }
      case .foreground(let types):
        post(.foreground(service.name, types: types?.names), record)
        if types != nil { service.isRestart = false }
      case .timeout(let id, let type):
        post(.timeout(service.name), record)
        if type != .shortService { record.process?.report(.timeIsUsedUp(service.name, type)) }
        // The system itself wakes the phone for this callback.
        wake(for: policy.componentRunTime)
        notify(record) { $0.serviceTimeout(service.name, startId: id, type: type) }
      case .crash(let failure): crash(service, failure, record)
      case .restart: break
      }
    }
  }

  /// Calls the framework on the process's main queue, after the calls that are already queued.
  func notify(_ record: AndroidRecord, _ body: @escaping (any AndroidEventReceiver) -> Void) {
    record.process?.afterLaunch { receiver in
      if let receiver = receiver as? any AndroidEventReceiver { body(receiver) }
    }
  }

  private func crash(
    _ service: ServiceRecord, _ failure: ServiceStateMachine.Failure, _ record: AndroidRecord
  ) {
    let place = "\(record.manifest.package)/.\(service.name)"
    let text: String
    switch failure {
    case .didNotStartInTime:
      let name =
        switch device.profile.version.major {
        case ...30: "android.app.RemoteServiceException"
        case 31...32: "android.app.ForegroundServiceDidNotStartInTimeException"
        default:
          "android.app.RemoteServiceException$ForegroundServiceDidNotStartInTimeException"
        }
      text =
        "\(name): Context.startForegroundService() did not then call Service.startForeground(): \(place)"
      record.process?.report(.didNotStartInTime(service.name))
    case .notResponding:
      text =
        "ANR in \(record.manifest.package): A foreground service of FOREGROUND_SERVICE_TYPE_SHORT_SERVICE did not stop within a timeout: \(place)"
      record.process?.report(.shortServiceWentOn(service.name))
    case .didNotStopInTime(let type):
      text =
        "android.app.RemoteServiceException$ForegroundServiceDidNotStopInTimeException: A foreground service of type \(type.names) did not stop within its timeout: \(place)"
      record.process?.report(.didNotStopInTime(service.name, type))
    }
    record.process?.kill(.crash(text))
  }

  /// Performs the action that is due for a service: a time limit, or its restart.
  func deadlineReached(_ service: ServiceRecord, _ record: AndroidRecord) {
    guard device.isUp else { return }
    if case .awaitingRestart = service.machine.state {
      guard let due = service.machine.nextDeadline, due <= now else { return }
      guard isStartAllowed(record, "the restart of \(service.name)") else {
        return perform(service.machine.stop(), service, record)
      }
      service.isRestart = true
      service.wasAllowed = false
      service.wasInUse = false
      service.isFromBoot = false
      startProcess(record, "service \(service.name)")
      perform(service.machine.restart(at: now), service, record)
    } else {
      perform(service.machine.deadlineReached(at: now), service, record)
    }
  }

  /// Starts the app's process for a component, if it is not running and the maker does not forbid it.
  func startProcess(_ record: AndroidRecord, _ component: String) {
    guard device.isUp, record.app.needsLaunch, isStartAllowed(record, component) else { return }
    record.isIdle = record.backgroundSince == nil
    device.launch(record.app, .component(component))
    record.backgroundSince = record.isIdle ? now - policy.backgroundServiceLimit : now
    wake(for: policy.componentRunTime)
  }

  // MARK: Limited types (AN6)

  func updateBudgets(_ record: AndroidRecord) {
    for i in record.budgets.indices {
      let type = record.budgets[i].type
      let isRunning =
        !record.app.isInFront
        && record.services.contains { $0.machine.foreground?.types.contains(type) ?? false }
      record.budgets[i].budget.setRunning(isRunning, at: now)
    }
  }

  func checkBudgets(_ record: AndroidRecord) {
    for (type, budget) in record.budgets
    where budget.runningSince != nil && budget.isExhausted(at: now) {
      for service in record.services {
        perform(service.machine.timeIsUsedUp(type, at: now), service, record)
      }
    }
  }
}

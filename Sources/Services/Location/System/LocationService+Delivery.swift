import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

/// Delivery of events to apps (BC3, BC8, BC9, BC12, BC13, L16, L18).
extension LocationService {
  func delivery(to record: LocationRecord) -> LocationDelivery {
    let app = record.app
    return .decide(
      .init(
        state: app.state, permission: permission(of: app),
        isInUse: app.process.map(isKeptRunning) ?? false,
        mayRefresh: device.backgroundRefreshStatus(of: app) == .available))
  }

  /// Delivers an event to the managers of an app, now or later, as `LocationDelivery` decides.
  func deliver(_ event: AppLocationEvent, to record: LocationRecord) {
    switch delivery(to: record) {
    case .now: callManagers(event, to: record)
    case .wake:
      grantWake(to: record, for: event.name)
      callManagers(event, to: record)
    case .launch:
      record.waiting.append(event)
      launch(record, for: event.name)
    case .hold: hold(event, record)
    case .ask:
      hold(event, record)
      askForUpgrade(record)
    case .drop: break
    }
  }

  /// Keeps an event for later. A state replaces an earlier state of the same name (BC6).
  private func hold(_ event: AppLocationEvent, _ record: LocationRecord) {
    if event.isState { record.held.removeAll { $0.isState && $0.name == event.name } }
    record.held.append(event)
    post(.held(event.name), record)
  }

  /// Tries to deliver the held events, because the app is in the foreground or the user has
  /// answered.
  func deliverHeld(_ record: LocationRecord) {
    let events = record.held
    record.held = []
    for event in events {
      switch delivery(to: record) {
      case .now, .wake, .launch: deliver(event, to: record)
      case .hold, .ask: record.held.append(event)
      case .drop: break
      }
    }
    for monitor in record.monitors { monitor.deliverPending() }
  }

  /// Calls every manager that exists when the main queue reaches the event (BC3).
  private func callManagers(_ event: AppLocationEvent, to record: LocationRecord) {
    guard let process = record.app.process else { return }
    process.process.onMain { [weak self] in self?.call(event, process) }
  }

  private func call(_ event: AppLocationEvent, _ process: AppProcess) {
    let receivers = managers.filter { $0.process === process && event.isFor($0) }.compactMap(
      \.receiver)
    for call in event.calls {
      for receiver in receivers { call(receiver) }
    }
  }

  // MARK: Run time

  /// Gives the app run time for an event, and resumes it if it was suspended (BC8, L12).
  func grantWake(to record: LocationRecord, for what: String) {
    guard let process = record.app.process else { return }
    if !process.isRunning { post(.woke(what), record) }
    process.grantForEvents(.locationEvent, until: now + policy.eventWake)
  }

  /// Launches the app for an event (BC9, L13, L16).
  func launch(_ record: LocationRecord, for what: String) {
    guard record.app.needsLaunch, device.isUp else { return }
    device.launch(record.app, .location)
    guard let process = record.app.process else { return }
    post(.woke(what), record)
    process.grantForEvents(.locationEvent, until: now + policy.eventWake)
    // After the callbacks of the launch, which are on this queue already.
    process.process.onMain { [weak self] in self?.launched(process, record) }
  }

  /// Delivers the waiting events after didFinishLaunching has returned. An event for which the app
  /// made no manager is lost (BC9).
  private func launched(_ process: AppProcess, _ record: LocationRecord) {
    let events = record.waiting
    record.waiting = []
    for event in events {
      let isReceived = managers.contains {
        $0.process === process && event.isFor($0) && ($0.receiver?.hasDelegate ?? false)
      }
      // In a separate main queue block, so that new managers get their authorization first.
      if isReceived {
        callManagers(event, to: record)
      } else {
        process.report(.eventLost(event.name))
      }
    }
    simulation.schedule(at: now + policy.eventWake) { [weak self, weak record] in
      guard self != nil, let record, record.app.process === process else { return }
      for monitor in record.monitors where monitor.isNeglected {
        process.report(.monitorNotIterated(monitor.name))
      }
    }
  }
}

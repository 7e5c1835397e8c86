import YobanVirtualTime

// Broadcasts and permissions (AN3, AN4, AN18).
extension AndroidService {
  /// Delivers a broadcast to all apps that are not force-stopped (AN18).
  ///
  /// - Parameter toManifest: whether receivers of manifests receive it too. Since API 26, they
  ///   receive only a few broadcasts.
  func broadcast(_ intent: AndroidIntentDescription, toManifest: Bool) {
    for record in records where !record.isStopped {
      deliver(intent, record, toManifest: toManifest)
    }
  }

  /// Throws for a broadcast that only the system may send. It would exempt the app from limits
  /// (AN4).
  func checkBroadcast(
    _ intent: AndroidIntentDescription, _ record: AndroidRecord
  ) throws(AndroidException) {
    guard let action = intent.action, action == Self.bootCompleted || Self.changes.contains(action)
    else { return }
    let exception = AndroidException(
      .security, "Permission Denial: not allowed to send broadcast \(action)")
    post(.refused("sendBroadcast", exception: exception.shortName), record)
    throw exception
  }

  /// Delivers a broadcast to the receivers of one app.
  func deliver(_ intent: AndroidIntentDescription, _ record: AndroidRecord, toManifest: Bool = true)
  {
    let declared =
      toManifest
      ? record.manifest.components.filter { component in
        guard component.kind == .receiver else { return false }
        if let name = intent.component { return component.name == name }
        return intent.action.map(component.actions.contains) ?? false
      } : []
    let isBoot = intent.action == Self.bootCompleted
    for receiver in declared {
      if isBoot, !record.manifest.uses("RECEIVE_BOOT_COMPLETED") { continue }
      guard isStartAllowed(record, "receiver \(receiver.name)") else { continue }
      startProcess(record, "receiver \(receiver.name)")
      post(.broadcast(intent.action ?? receiver.name), record)
      if isBoot { allow(.bootCompleted, record) }
      if Self.changes.contains(intent.action ?? "") { allow(.changeOfTimeOrLanguage, record) }
      beginWork(record)
      notify(record) { $0.receive(intent, receiver: receiver.name) }
    }
    guard intent.component == nil, let action = intent.action, record.process != nil else { return }
    for receiver in record.receivers where receiver.actions.contains(action) {
      // A frozen process receives it when it runs again.
      notify(record) { $0.receive(intent, registration: receiver.number) }
    }
  }

  /// The broadcasts besides BOOT_COMPLETED after which an app may start a foreground service (AN4).
  private static let changes = [
    "android.intent.action.TIMEZONE_CHANGED", "android.intent.action.TIME_SET",
    "android.intent.action.LOCALE_CHANGED",
  ]

  /// Gives a receiver, or a service that a pending intent starts, its run time, for which the CPU stays awake.
  func beginWork(_ record: AndroidRecord) {
    record.busyUntil = now + policy.componentRunTime
    wake(for: policy.componentRunTime)
  }

  func registerReceiver(_ actions: [String], _ record: AndroidRecord) -> Int {
    record.lastReceiver += 1
    record.receivers.append((record.lastReceiver, actions))
    return record.lastReceiver
  }

  func unregisterReceiver(_ number: Int, _ record: AndroidRecord) -> Bool {
    guard let i = record.receivers.firstIndex(where: { $0.number == number }) else { return false }
    record.receivers.remove(at: i)
    return true
  }

  /// Broadcasts changes of the screen and the charger to registered receivers.
  func broadcastScreenAndPower() {
    let change = (screen: device.isScreenOn, power: device.power.isCharging)
    if let last = lastBroadcast {
      if last.screen != change.screen {
        broadcast(
          AndroidIntentDescription(
            action: "android.intent.action.SCREEN_\(change.screen ? "ON" : "OFF")"),
          toManifest: false)
      }
      if last.power != change.power {
        broadcast(
          AndroidIntentDescription(
            action:
              "android.intent.action.ACTION_POWER_\(change.power ? "CONNECTED" : "DISCONNECTED")"),
          toManifest: false)
      }
    }
    lastBroadcast = change
  }

  // MARK: Permissions

  /// `requestPermissions`: the user answers after a delay, with yes unless `refuse` was called.
  func requestPermissions(_ permissions: [String], _ requestCode: Int32, _ record: AndroidRecord) {
    let process = record.process
    simulation.schedule(at: now + policy.answerDelay) { [weak self, weak process] in
      guard let self, let process, process.process.state != .dead else { return }
      for permission in permissions.map(AndroidManifest.short)
      where record.manifest.uses(permission) && record.isAskedFor(permission)
        && !record.granted.contains(permission)
      {
        let answer = record.answers[permission] ?? true
        setPermission(permission, isGranted: answer, record)
      }
      let granted = permissions.map { record.holds($0) }
      notify(record) { $0.permissionsAnswered(requestCode, permissions, granted) }
    }
  }

  /// Grants or revokes a permission. Revoking a permission terminates the process, as on a device.
  func setPermission(_ permission: String, isGranted: Bool, _ record: AndroidRecord) {
    let name = AndroidManifest.short(permission)
    post(.permission("\(name) \(isGranted ? "granted" : "refused")"), record)
    let wasGranted = record.granted.contains(name)
    if isGranted { record.granted.insert(name) } else { record.granted.remove(name) }
    for observer in observers { observer.permissionChanged(of: record.app) }
    if wasGranted && !isGranted { record.process?.kill(.system(.permissionChange(name))) }
    update()
  }
}

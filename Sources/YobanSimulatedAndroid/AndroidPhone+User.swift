import YobanSimulatedDevices
import YobanVirtualTime

/// The actions of a user on an Android phone, besides opening apps, going home and locking it.
extension AndroidPhone {
  /// Swipes the app from the recent apps. On a stock phone `onTaskRemoved` of its services is
  /// called, and a process without a foreground service ends; sticky services are restarted. A
  /// maker such as Xiaomi force-stops the app (AN10, AN18).
  public func swipeFromRecents(_ app: InstalledApp) async {
    guard !leavesOut("swipes \(app.definition.name) from the recent apps") else { return }
    post(.user("swipes \(app.definition.name) from the recent apps"))
    guard let record = android.record(of: app), record.hasTask else { return }
    if app.isInFront {
      app.process?.leave()
      await app.process?.waitForTransition()
    }
    android.taskRemoved(record)
    await app.process?.waitForTransition()
  }

  /// Presses "Force stop" in the app's settings. The app receives no alarm, job or broadcast until
  /// the user opens it (AN18).
  public func forceStop(_ app: InstalledApp) {
    guard !leavesOut("force-stops \(app.definition.name)") else { return }
    post(.user("force-stops \(app.definition.name)"))
    if let record = android.record(of: app) {
      android.stop(record, by: .forceQuit)
    } else {
      app.process?.kill(.forceQuit)
    }
  }

  /// Presses Stop beside the app in the Task Manager of the notification drawer, from API 33 on. The whole app ends
  /// without a callback; its alarms and jobs stay, but a user-initiated job that ran is not tried again (AN22).
  ///
  /// The Task Manager lists apps with a foreground service, and those that run a user-initiated job.
  public func stopInTaskManager(_ app: InstalledApp) {
    let name = app.definition.name
    guard !leavesOut("stops \(name) in the Task Manager") else { return }
    guard android.policy.hasTaskManager, let record = android.record(of: app),
      android.isActiveApp(record)
    else {
      return Misuse.report(
        "The Task Manager of \(self.name) does not list \(name): it exists from API level 33 on and lists apps with a foreground service or a running user-initiated job."
      )
    }
    post(.user("stops \(name) in the Task Manager"))
    android.stopInTaskManager(record)
  }

  /// Switches "Pause app activity if unused" of the app on or off; it is on at first (AN23).
  public func setPausesIfUnused(_ pauses: Bool, for app: InstalledApp) {
    post(
      .user("switches the pause of \(app.definition.name) if unused \(pauses ? "on" : "off")"))
    android.record(of: app)?.mayBePaused = pauses
    android.update()
  }

  /// Lets the system treat the app as one that was not used for months, as its job for unused apps does. Does nothing
  /// for an app that is in front or has a foreground service, that a near companion device keeps running, that the
  /// user exempted, or that is for a target below API 30 (AN23).
  /// A simulation ends after 90 days, so a test that waits for the months shortens `AndroidPolicy.unusedAfter`.
  public func treatAsUnused(_ app: InstalledApp) {
    guard let record = android.record(of: app), android.mayPause(record) else { return }
    android.pause(record)
  }

  /// Grants a permission, in a dialog or in the settings.
  public func grant(_ permission: String, to app: InstalledApp) {
    post(.user("grants \(AndroidManifest.short(permission)) to \(app.definition.name)"))
    guard let record = android.record(of: app) else { return }
    record.answers[AndroidManifest.short(permission)] = true
    android.setPermission(permission, isGranted: true, record)
  }

  /// Refuses a permission, or revokes it, which terminates the app's process.
  public func refuse(_ permission: String, to app: InstalledApp) {
    post(.user("refuses \(AndroidManifest.short(permission)) to \(app.definition.name)"))
    guard let record = android.record(of: app) else { return }
    record.answers[AndroidManifest.short(permission)] = false
    android.setPermission(permission, isGranted: false, record)
  }

  /// Sets whether an app is exempt from battery optimization. The exemption allows wake locks and
  /// network in Doze and starts from background, and puts the app into the exempted bucket (AN4,
  /// AN8, AN9).
  public func setIgnoresBatteryOptimizations(_ ignores: Bool, for app: InstalledApp) {
    post(.user("turns battery optimization \(ignores ? "off" : "on") for \(app.definition.name)"))
    android.record(of: app)?.isExemptByUser = ignores
    android.update()
  }

  /// Sets whether an app is protected from the maker's own power saving (AN10).
  public func setProtectedFromMaker(_ isProtected: Bool, for app: InstalledApp) {
    post(
      .user(
        "\(isProtected ? "protects" : "no longer protects") \(app.definition.name) from power saving"
      ))
    android.record(of: app)?.isProtectedFromMaker = isProtected
    android.update()
  }

  /// Taps an action in a notification or a widget of the app. This performs its pending intent,
  /// after which a foreground service may be started (AN4). A pending intent for an activity opens
  /// the app.
  public func tapNotification(
    of app: InstalledApp, _ pending: PendingIntentDescription
  ) async {
    post(.user("taps a notification of \(app.definition.name)"))
    guard let record = android.record(of: app) else { return }
    android.allow(.userAction, record)
    record.lastUsed = android.now
    switch pending.target {
    case .activity: await open(app)
    case .broadcast, .service, .foregroundService:
      android.send(pending, record)
      android.update()
    }
  }

  /// Delivers a high-priority message of Firebase to the app's receiver of that name (AN4).
  public func deliverHighPriorityMessage(to app: InstalledApp, receiver: String) {
    guard let record = android.record(of: app), !record.isStopped else { return }
    android.allow(.highPriorityMessage, record)
    android.deliver(
      AndroidIntentDescription(action: "com.google.firebase.MESSAGING_EVENT", component: receiver),
      record)
    android.update()
  }

  /// `adb shell am set-standby-bucket` (AN9).
  public func setStandbyBucket(_ bucket: StandbyBucket, of app: InstalledApp) {
    android.record(of: app)?.standby.force(bucket)
    android.update()
  }

  /// `adb shell dumpsys deviceidle force-idle`: deep Doze at once, with a dark screen (AN8).
  public func forceDeepDoze() { android.forceDeepDoze() }

  /// Shows or hides a window of the app over all others (AN4).
  public func setOverlay(isVisible: Bool, of app: InstalledApp) {
    android.record(of: app)?.hasVisibleOverlay = isVisible
  }
}

extension AndroidService {
  /// The user swiped the app's last activity from the recent apps.
  func taskRemoved(_ record: AndroidRecord) {
    record.hasTask = false
    if applies(.stopsOnSwipe, to: record) {
      record.process?.report(.stoppedBySwipe)
      stop(record, by: .forceQuit)
      return
    }
    notify(record) { $0.destroyActivity() }
    for service in record.services where service.machine.running != nil {
      if service.component.stopsWithTask {
        perform(service.machine.stop(), service, record)
      } else {
        let intent = AndroidIntentDescription(
          action: "android.intent.action.MAIN", package: record.manifest.package)
        notify(record) { $0.taskRemoved(service.name, intent: intent) }
      }
    }
    if let process = record.process, !record.hasForegroundService {
      // Queued after the callbacks above.
      process.process.onMain { [weak process] in process?.kill(.system(.taskRemoved)) }
    }
    update()
  }

  func forceDeepDoze() {
    if doze.force(dozeSurroundings, at: now) { dozeChanged() }
    update()
  }
}

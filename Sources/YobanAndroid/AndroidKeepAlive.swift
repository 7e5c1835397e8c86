import Yoban

/// Keeps an Android app running while it is started, with a foreground service and a partial wake lock (AN7).
/// Isolated to `RecorderActor`.
///
/// Start it while the app is visible: from API 31 on a foreground service cannot be started from
/// background (AN4).
@RecorderActor
final class AndroidKeepAlive: ProcessHold {
  var onProblem: (@RecorderActor (AndroidRecordingEvent.Problem) -> Void)?

  private let system: any AndroidSystem
  private let serviceType: AndroidServiceType
  private var machine: ServiceHoldMachine

  init(_ system: any AndroidSystem, _ configuration: AndroidRecording.Configuration) {
    self.system = system
    serviceType = configuration.foregroundServiceType
    machine = ServiceHoldMachine(
      usesForegroundService: configuration.usesForegroundService,
      usesWakeLock: configuration.usesWakeLock)
  }

  var isServiceRunning: Bool { machine.isServiceRunning }

  /// Starts to keep the process running. If it is started already, it only requests the service
  /// again.
  func start() { perform(machine.start()) }
  func resume() { perform(machine.resume()) }
  func stop() { perform(machine.stop()) }
  func everythingWasSent() { perform(machine.everythingWasSent()) }

  // MARK: From the service

  /// The service was created or started: moves it to the foreground.
  ///
  /// - Returns: whether the service runs; if not, it stops itself.
  func serviceStarted(_ service: any AndroidService) -> Bool {
    guard let actions = machine.serviceStarted() else { return false }
    perform(actions, service)
    return machine.isServiceRunning
  }

  func serviceTimedOut() { perform(machine.serviceTimedOut()) }
  func serviceDestroyed() { perform(machine.serviceDestroyed()) }

  // MARK: Actions

  private func perform(
    _ actions: [ServiceHoldMachine.Action], _ service: (any AndroidService)? = nil
  ) {
    for action in actions {
      switch action {
      case .acquireWakeLock:
        do throws(AndroidRefusal) {
          try system.acquireWakeLock()
        } catch {
          perform(machine.wakeLockRefused(error.description))
        }
      case .releaseWakeLock: system.releaseWakeLock()
      case .startService:
        do throws(AndroidRefusal) {
          try system.startService(inForeground: machine.usesForegroundService)
        } catch {
          perform(machine.serviceRefused(error.description))
        }
      case .stopService: system.stopService()
      case .enterForeground:
        do throws(AndroidRefusal) {
          try service?.enterForeground(serviceType)
          perform(machine.serviceRuns())
        } catch {
          perform(machine.serviceRefused(error.description))
        }
      case .setRestartJob(let isWanted): system.setRestartJob(isWanted)
      case .report(let problem): onProblem?(problem)
      }
    }
  }
}

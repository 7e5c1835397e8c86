import AndroidFramework
import Foundation

/// Keeps an Android app running for as long as it is started: a service in foreground keeps the
/// process, a partial wake lock the CPU (AN7). Isolated to the main actor.
///
/// Start it while the app is visible: from API 31 on a foreground service is not started from
/// background (AN4).
@MainActor
final class AndroidKeepAlive {
  typealias Problem = AndroidRecordingEvent.Problem

  var onProblem: (@MainActor (Problem) -> Void)?
  private(set) var isStarted = false
  /// Whether the service runs as it should.
  private var isServiceRunning = false

  private let context: Context
  private let service: RecorderService.Type
  private let configuration: AndroidRecording.Configuration
  private var wakeLock: PowerManager.WakeLock?

  init(
    _ context: Context, _ service: RecorderService.Type,
    _ configuration: AndroidRecording.Configuration
  ) {
    self.context = context
    self.service = service
    self.configuration = configuration
  }

  /// Begins to hold the process. Started again, it only asks for the service again.
  func start() {
    isStarted = true
    holdProcessor()
    startService()
  }

  /// As `start`, in a process that the system made for the service: that comes by itself.
  func startWithoutService() {
    isStarted = true
    holdProcessor()
  }

  /// Lets the process go.
  func stop() {
    guard isStarted else { return }
    isStarted = false
    isServiceRunning = false
    releaseProcessor()
    context.stopService(Intent(context, service))
  }

  private func startService() {
    let intent = Intent(context, service)
    do {
      if configuration.usesForegroundService {
        try context.startForegroundService(intent)
      } else {
        try context.startService(intent)
      }
    } catch {
      refused(error)
    }
  }

  private func holdProcessor() {
    guard configuration.usesWakeLock, wakeLock == nil,
      let power = context.getSystemService(PowerManager.self)
    else { return }
    do {
      let lock = try power.newWakeLock(PowerManager.PARTIAL_WAKE_LOCK, "yoban:recording")
      try lock.acquire()
      wakeLock = lock
    } catch {
      onProblem?(.wakeLockRefused("\(error)"))
    }
  }

  private func releaseProcessor() {
    guard let lock = wakeLock else { return }
    wakeLock = nil
    try? lock.release()
  }

  // MARK: What the service says

  /// The service was created or started: it enters the foreground.
  ///
  /// - Returns: whether it is needed; if not, it stops itself.
  func serviceStarted(_ service: RecorderService) -> Bool {
    guard isStarted else { return false }
    do {
      if configuration.usesForegroundService {
        try service.enterForeground(configuration.foregroundServiceType)
      }
      isServiceRunning = true
    } catch {
      refused(error)
    }
    return isServiceRunning
  }

  /// Without the service no sensor reaches the app: an awake CPU would only empty the battery.
  private func refused(_ error: any Error) {
    isServiceRunning = false
    releaseProcessor()
    onProblem?(.serviceRefused("\(error)"))
  }

  /// The system takes the service away; the wake lock would only empty the battery.
  func serviceTimedOut() {
    isServiceRunning = false
    releaseProcessor()
    onProblem?(.serviceTimedOut)
  }

  func serviceDestroyed() {
    guard isServiceRunning else { return }
    isServiceRunning = false
    releaseProcessor()
    onProblem?(.serviceStopped)
  }
}

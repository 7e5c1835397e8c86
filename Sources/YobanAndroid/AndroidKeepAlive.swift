import AndroidFramework
import Foundation
import Yoban

/// Keeps an Android app running while it is started: a foreground service keeps the process, and a
/// partial wake lock keeps the CPU running (AN7). Isolated to the main actor.
///
/// Start it while the app is visible: from API 31 on a foreground service cannot be started from
/// background (AN4).
@MainActor
final class AndroidKeepAlive: ProcessHold {
  typealias Problem = AndroidRecordingEvent.Problem

  var onProblem: (@MainActor (Problem) -> Void)?
  private(set) var isStarted = false
  /// Whether the service runs as intended.
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

  /// Starts to keep the process running. If it is started already, it only requests the service
  /// again.
  func start() {
    isStarted = true
    holdProcessor()
    startService()
  }

  /// Like `start`, in a process that the system created for the service: the system starts the
  /// service itself.
  func resume() {
    isStarted = true
    holdProcessor()
  }

  /// Stops keeping the process running.
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

  // MARK: From the service

  /// The service was created or started: moves it to the foreground.
  ///
  /// - Returns: whether the service is needed; if not, it stops itself.
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

  /// Releases the wake lock: without the service no sensor data reaches the app, and an awake CPU
  /// would only drain the battery.
  private func refused(_ error: any Error) {
    isServiceRunning = false
    releaseProcessor()
    onProblem?(.serviceRefused("\(error)"))
  }

  /// The service's time is over; releases the wake lock, which would only drain the battery.
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

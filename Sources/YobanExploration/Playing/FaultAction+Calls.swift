import Foundation
import YobanSimulatedOS

// Faults just before a call of an app on a file.
extension FaultAction {
  /// Begins the fault inside a call, and returns its answer.
  ///
  /// - Returns: nil if the fault does not concern the call; then it begins when the code of the app returns.
  func answer(_ call: AppSystemCall) -> SystemCallAnswer? {
    guard kind.happensInCalls else { return nil }
    switch target {
    case .app(let app, let device): return app === call.app ? answer(app, device) : nil
    case .device(let device): return device === call.device ? answer(device) : nil
    case .accessory: return nil
    }
  }

  private func answer(_ app: InstalledApp, _ device: Device) -> SystemCallAnswer {
    switch kind {
    case .jetsam: return .kill(.jetsam, .before)
    case .crash: return .kill(.crash(Self.watchdogReason), .before)
    case .watchdog: return .kill(.watchdog(Self.watchdogReason), .before)
    case .ioError: return .fail(EIO)
    case .forceQuit:
      (device as? AppleDevice)?.swipeAwayAtOnce(app)
      (device as? AndroidPhone)?.forceStop(app)
      return .proceed
    default: return .proceed
    }
  }

  private func answer(_ device: Device) -> SystemCallAnswer {
    switch kind {
    case .powerLoss: return .losePower(.drawn, .before)
    case .kernelPanic: return .panic(.drawn, .before)
    case .reboot: device.rebootAtOnce()
    case .diskFull: device.storage.free = 0
    default: break
    }
    return .proceed
  }
}

extension FaultKind {
  /// Whether the kind can happen inside a call. Others begin when the code that makes the call returns.
  var happensInCalls: Bool {
    switch self {
    case .jetsam, .crash, .forceQuit, .watchdog, .ioError, .reboot, .powerLoss, .kernelPanic,
      .diskFull:
      true
    default: false
    }
  }
}

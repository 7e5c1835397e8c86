import Foundation
import YobanVirtualTime

/// A call of an app on a file of its device, before it is made.
public struct AppSystemCall {
  public let device: Device
  public let app: InstalledApp
  /// The name of the process, such as `Pulse#2`.
  public let process: String
  public let kind: SystemCall.Kind
  /// The path within the device's disk, such as `com.example.pulse/Data/Documents/log`.
  public let path: String
  /// The new path of a rename or link.
  public let secondPath: String?
  /// The first byte that is written, or the new size of a file that is truncated. Only for
  /// `World.onSystemCall`.
  public let offset: Int64
  /// The number of bytes that are read or written.
  public let byteCount: Int64
  /// The number of this call among those of the app on this device, over all its launches, from 1.
  public let number: Int

  /// Whether the call can change what is on the disk, or makes it durable. Others are reads, opening and
  /// closing files.
  public var concernsStorage: Bool {
    kind.concernsStorage
  }
}

extension SystemCall.Kind {
  fileprivate var concernsStorage: Bool {
    switch self {
    case .open, .read, .close, .attributes: false
    default: true
    }
  }
}

/// The answer to a call of an app on a file.
public enum SystemCallAnswer: Hashable, Sendable {
  /// When the process or the device ends.
  public enum Moment: Hashable, Sendable { case before, after }

  /// The call is made.
  case proceed
  /// The call is not made, and fails with an errno, such as EIO.
  case fail(Int32)
  /// The process ends at the call, on the thread that makes it.
  case kill(TerminationReason, Moment)
  /// The device loses its power at the call, and boots (`Device.losePower`).
  case losePower(PowerLossOutcome, Moment)
  /// The kernel panics at the call, and the device boots (`Device.panic`).
  case panic(PowerLossOutcome, Moment)
}

/// Observes the calls of one process, for the world, for the protection of files, and for the disk of its device.
final class AppSystemCallObserver: SystemCallObserver {
  private unowned let process: AppProcess
  private let protection: ProtectionObserver
  private var later = SystemCallAnswer.proceed

  init(_ process: AppProcess, _ protection: ProtectionObserver) {
    self.process = process
    self.protection = protection
  }

  private var device: Device { process.device }

  func willCall(_ call: SystemCall) -> SystemCallDecision {
    later = .proceed
    // A kill in this call can release the process.
    let process = process
    // The bundle is read-only on a device, and Foundation reads it while it holds locks.
    if call.path.hasPrefix(process.app.container.bundlePath) { return .allow }
    if !call.isOfSystem {
      let failure = answer(call)
      if failure != 0 { return .fail(failure) }
      if process.process.state == .dead { return .allow }
    }
    let device = process.device
    if device.profile.platform == .android,
      call.kind == .barrier || call.kind == .fullSynchronize
    {
      return .fail(EINVAL)
    }
    switch call.kind {
    case .create, .makeFolder, .symlink:
      if !call.isOfSystem, !device.storage.hasRoomForName { return .fail(ENOSPC) }
    default: break
    }
    device.storage.prepare(for: call)
    let decision = protection.willCall(call)
    if case .fail(let failure) = decision { didCall(call, result: -1, failure: failure) }
    return decision == .allow && needsResult ? .observe : decision
  }

  /// Returns an errno, or 0.
  private func answer(_ call: SystemCall) -> Int32 {
    let (process, device) = (process, device)
    let (app, world) = (process.app, device.world)
    if let failure = app.nextStorageFailure, call.kind.concernsStorage {
      app.nextStorageFailure = nil
      app.failedCalls += 1
      return failure
    }
    guard world.onSystemCall != nil || world.systemCallFaults != nil else { return 0 }
    app.systemCalls += 1
    let asked = AppSystemCall(
      device: device, app: app, process: process.name, kind: call.kind,
      path: device.relative(call.path), secondPath: call.secondPath.map(device.relative),
      offset: call.offset, byteCount: call.byteCount, number: app.systemCalls)
    // The decision is the scenario's, not the app's: it may start tasks and read files.
    let answer = process.simulation.performAsDirector { () -> SystemCallAnswer in
      let fault = world.systemCallFaults?(asked) ?? .proceed
      return fault == .proceed ? world.onSystemCall?(asked) ?? .proceed : fault
    }
    switch answer {
    case .proceed: return 0
    case .fail(let code):
      app.failedCalls += 1
      return code == 0 ? EIO : code
    case .kill(_, .after), .losePower(_, .after), .panic(_, .after): later = answer
    case .kill(_, .before), .losePower(_, .before), .panic(_, .before): end(answer)
    }
    return 0
  }

  var needsOffsets: Bool {
    let device = device
    return device.storage.isObserved || device.world.onSystemCall != nil
  }
  private var needsResult: Bool { later != .proceed || device.storage.isObserved }

  func room(for call: SystemCall) -> Int64 { device.storage.room(for: call) }

  func didCall(_ call: SystemCall, result: Int64, failure: Int32) {
    protection.didCall(call, result: result, failure: failure)
    device.storage.completed(call, result: result, failure: failure)
    let answer = later
    later = .proceed
    if answer != .proceed { end(answer) }
  }

  func missed(_ path: String) { protection.missed(path) }

  private func end(_ answer: SystemCallAnswer) {
    let (process, device) = (process, device)
    process.simulation.performAsDirector {
      switch answer {
      case .proceed, .fail: break
      case .kill(let reason, _): process.kill(reason)
      case .losePower(let outcome, _): device.crash(.power, outcome)
      case .panic(let outcome, _): device.crash(.panic, outcome)
      }
    }
  }
}

extension World {
  /// Asked before each call of an app on a file of its device; nil for no observation. It runs as code of the
  /// scenario, on the thread of the app.
  ///
  /// The answer can let the call fail, or end the process or the device at it: between two calls of one
  /// function, and on any thread. The simulator's own calls, such as those for `UserDefaults`, and calls on
  /// the app's bundle are not asked about. Observation costs some microseconds for each call.
  public var onSystemCall: ((AppSystemCall) -> SystemCallAnswer)? {
    get { systemCallDecision }
    set {
      systemCallDecision = newValue
      for device in devices { device.updateSystemCallObservers() }
    }
  }

  /// Whether devices remember which writes are not durable yet, so that `Device.losePower(_:)` and
  /// `Device.panic(_:)` can lose them. Set it before apps write. Default: false, because it costs some
  /// microseconds for each call on a file.
  public var simulatesPowerLoss: Bool {
    get { recordsWrites }
    set {
      recordsWrites = newValue
      for device in devices {
        if !newValue { device.storage.makeDurable() }
        device.updateSystemCallObservers()
      }
    }
  }
}

extension Device {
  /// Whether calls of the device's apps are observed.
  var observesSystemCalls: Bool {
    world.onSystemCall != nil || world.systemCallFaults != nil || world.simulatesPowerLoss
      || storage.isLimited || appsAndExtensions.contains { $0.nextStorageFailure != nil }
  }

  func updateSystemCallObservers() {
    for app in appsAndExtensions { app.process?.observeSystemCalls() }
  }

  /// Returns a path of the host as a path within the device's disk.
  func relative(_ path: String) -> String {
    for root in diskRoots {
      if path.hasPrefix(root) {
        return String(path[path.utf8.index(path.startIndex, offsetBy: root.utf8.count)...])
      }
      if root.utf8.count == path.utf8.count + 1, root.hasPrefix(path) { return "" }
    }
    return path
  }

  /// Restarts the device as `reboot()` does, without waiting for the boot. Can be called from a thread of any
  /// process of the world.
  package func rebootAtOnce() {
    guard isUp, !power.isEmpty else { return }
    post(.power("rebooting"))
    goDown(.reboot)
    storage.makeDurable()
    boot()
  }

  private func boot() {
    let start = world.now
    world.simulation.schedule(at: start + profile.bootDuration) { [weak self] in
      guard let self, !isUp, !power.isEmpty else { return }
      comeUp(bootedSince: start)
    }
  }

  /// Loses what a loss of power or a panic takes, and begins to boot. Can be called from a thread of any
  /// process of the world.
  func crash(_ loss: PendingDisk.Loss, _ outcome: PowerLossOutcome) {
    guard isUp, !power.isEmpty else { return }
    post(.power(loss == .power ? "loses power" : "kernel panic"))
    goDown(.reboot)
    storage.lose(loss, chosen(outcome))
    if let lost = storage.lastLoss, world.simulatesPowerLoss { post(.power("disk: \(lost)")) }
    post(.power("rebooting"))
    boot()
  }

  /// The outcome of a loss as the system decides it, if the scenario leaves it open.
  private func chosen(_ outcome: PowerLossOutcome) -> PowerLossOutcome {
    guard outcome == .drawn else { return outcome }
    let outcomes: [PowerLossOutcome] = [
      .drawn, .keepsNothingPending, .keepsOnlyNamesPending, .keepsEverythingPending,
    ]
    return outcomes[Int(choose(.powerLoss, in: 0...Int64(outcomes.count - 1), default: 0))]
  }

  private func crashAndBoot(
    _ loss: PendingDisk.Loss, _ outcome: PowerLossOutcome
  ) async throws {
    guard
      Misuse.isRight(
        world.simulatesPowerLoss,
        "\(name) does not remember which writes are durable: set world.simulatesPowerLoss = true before the apps write."
      )
    else { return }
    crash(loss, outcome)
    try await Task.sleep(for: profile.bootDuration)
  }

  /// Takes the power away, and gives it back at once: every process ends without notice, writes that are
  /// not durable yet are lost as `outcome` says (DK1 to DK7), and the device boots. Returns after
  /// `profile.bootDuration`.
  ///
  /// Needs `World.simulatesPowerLoss`. Does nothing while the device is down.
  public func losePower(_ outcome: PowerLossOutcome = .drawn) async throws {
    try await crashAndBoot(.power, outcome)
  }

  /// Restarts the device after a panic of its kernel. As `losePower(_:)`, but nothing is lost that was
  /// synchronized, also if it was still in the drive's cache (DK5).
  public func panic(_ outcome: PowerLossOutcome = .drawn) async throws {
    try await crashAndBoot(.panic, outcome)
  }
}

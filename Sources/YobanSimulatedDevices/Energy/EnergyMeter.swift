import YobanPlatformProfiles
import YobanVirtualTime

/// Collects what draws power on a device. Services report what they keep on; nothing here changes what happens on the
/// device, and nothing is in its trace.
package final class EnergyMeter {
  private unowned let device: Device
  private(set) var ledger = EnergyLedger()

  init(_ device: Device) { self.device = device }

  private var now: VirtualInstant { device.world.now }

  /// Sets everything that a service keeps on from now on, in place of what it reported before.
  ///
  /// - Parameter source: the name of the service.
  package func set(_ uses: [EnergyUse], by source: String) {
    ledger.set(uses, by: source, at: now)
  }

  /// Counts a transfer that has just ended.
  ///
  /// - Parameters:
  ///   - sending: the part of the time in which the radio sent.
  ///   - receiving: the part of the time in which it received.
  package func transferred(
    sent: Int64, received: Int64, over radio: BatteryRadio, sending: Duration,
    receiving: Duration, for app: String?
  ) {
    let until = now
    ledger.add(
      EnergyBurst(
        app, over: radio, from: max(.start, until - sending - receiving), until: until, sent: sent,
        received: received, sending: sending, receiving: receiving))
  }

  /// Counts an advertisement that passed the filter of an app's scan.
  package func discovered(_ app: InstalledApp) {
    ledger.discovered(app.definition.name, at: now)
  }

  /// The state of an app or of the device has changed: which apps run, and why, and whether the screen is on.
  func stateChanged() { set(device.isUp ? uses : [], by: "apps") }

  private var uses: [EnergyUse] {
    var uses = [EnergyUse(nil, "the device itself, asleep", .asleep)]
    var front: String?
    for app in device.appsAndExtensions {
      guard let process = app.process, process.isRunning, !process.isPrewarmed else { continue }
      let name = app.definition.name
      if process.isInFront { front = front ?? name }
      if let reason = process.reasonToRun {
        uses.append(EnergyUse(name, "processor awake: \(reason)", .awake))
      }
      if process.processorLoad > 0 {
        uses.append(EnergyUse(name, "processor busy", .core, level: process.processorLoad))
      }
    }
    // The figures of a watch include its display.
    guard device.isScreenOn, device.profile.platform != .watchOS else { return uses }
    uses.append(EnergyUse(front, "screen", .screen))
    if front == nil { uses.append(EnergyUse(nil, "processor awake: screen", .awake)) }
    return uses
  }
}

extension AppProcess {
  fileprivate var isInFront: Bool { systemState == .active || systemState == .inactive }

  /// The reason why the processor is awake for the process, in a few words; nil if it is not. In background, Android
  /// decides by wake locks and jobs, and reports them itself.
  fileprivate var reasonToRun: String? {
    if isInFront, !isInBackground { return "app in front" }
    guard app.device.profile.platform != .android, isInBackground else { return nil }
    return runTimeReasons
  }
}

extension Device {
  /// Returns an estimate of the energy that the device, or one of its apps with its extensions, has used (EN1 to EN7).
  ///
  /// It may be called at any time, also while the world runs; it changes nothing.
  ///
  /// - Parameters:
  ///   - app: an app of this device. Default: the device with all its apps.
  ///   - start: Default: the start of the world.
  ///   - end: Default: now.
  public func energy(
    of app: InstalledApp? = nil, from start: VirtualInstant = .start, to end: VirtualInstant? = nil
  ) -> EnergyEstimate {
    let policy = policy(EnergyPolicy.self)
    let justNow = world.now + .nanoseconds(1)  // What ends at this very moment counts, too.
    let end = min(end ?? justNow, justNow)
    let figures = policy.figures(of: profile.platform)
    let names = app.map { [$0.definition.name] + $0.extensions.map(\.definition.name) }
    let ledger = energyMeter.ledger
    let causes = ledger.energies(from: start, to: end, figures)
      .filter { cause in names.map { $0.contains(cause.app ?? "") } ?? true }
      .sorted {
        ($1.milliwattHours, $0.name, $0.app ?? "") < ($0.milliwattHours, $1.name, $1.app ?? "")
      }
    let battery = policy.battery(of: profile.hardware)
    let duration = max(.zero, end - start)
    return EnergyEstimate(
      subject: app.map { "\($0.definition.name) on \(name)" } ?? name,
      model: profile.platform == .android ? "Pixel 7" : profile.hardware.name, battery: battery,
      duration: duration, causes: causes,
      advice: EnergyAdvice(ledger, from: start, to: end, figures, battery).findings(of: names))
  }
}

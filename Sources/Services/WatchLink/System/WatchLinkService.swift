import Foundation
import YobanAppleSystem
import YobanNetwork
import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// The daemon behind `WCSession` on one device, a watch or an iPhone (WC1 to WC9).
///
/// Queued transfers and waiting deliveries outlive the processes of their apps, and reboots. Like
/// its device, the service is used only by the holder of the simulation's baton.
public final class WatchLinkService {
  unowned let device: AppleDevice
  /// The endpoint of every app that used the link or received something, in the order of first use.
  private(set) var ends: [WatchLinkEndpoint] = []
  /// On a watch: the links to all phones that it was ever paired with, in the order of first use.
  /// Transfers queued on a link wait until the watch is paired with that phone again.
  private var ownLinks: [WatchLink] = []

  /// Returns the fault of a message or transfer; called once for each that an app of this device
  /// sends. Default: no faults.
  public var fault: ((WatchLinkMessage) -> WatchLinkFault?)?
  /// The faults of the next messages and transfers that apps of this device send, one for each, the first
  /// for the next one. They go before `fault`.
  public var nextFaults: [WatchLinkFault] = []
  /// Whether no radio of this device reaches the counterpart, as if they were far from each other. Default:
  /// false.
  public var isCutOff = false {
    didSet {
      guard isCutOff != oldValue else { return }
      device.post(.network("watch link \(isCutOff ? "lost" : "back")"))
      link?.update()
    }
  }
  /// Returns the free space of this device in bytes; called when a file transfer to it starts (WC8,
  /// 7015). Default: enough space.
  public var freeSpace: (() -> Int64)?
  /// The number of bytes that this device has sent over the link, including interrupted transfers
  /// and messages.
  public private(set) var bytesCarried: Int64 = 0
  /// The apps that have used pushes of the type complication, in the order of first use (WC9).
  var complicationPushes: [ComplicationPushRecord] = []
  lazy var complicationTokens = RandomStream(
    seed: simulation.seed, name: "\(device.name)/complication pushes")
  /// Called at once with every file that an app of this device queues.
  package var onFile: ((URL) -> Void)?

  package init(_ device: AppleDevice) { self.device = device }

  var simulation: Simulation { device.world.simulation }
  var now: VirtualInstant { simulation.now }
  /// The number of the day, in UTC.
  var today: Int64 { (simulation.wallClockAtStart + now.nanoseconds) / 1_000_000_000 / 86_400 }
  /// The policy of the link, which is that of the watch; the policy of a recent watch while the phone has none.
  var policy: WatchLinkPolicy {
    (device.counterpart as? Watch ?? device).policy(WatchLinkPolicy.self)
  }

  /// The link to the counterpart; nil if there is no counterpart.
  var link: WatchLink? {
    guard let counterpart = device.counterpart else { return nil }
    guard device is Watch else { return counterpart.watchLink.link }
    if let link = ownLinks.first(where: { $0.phone === counterpart }) { return link }
    let link = WatchLink(watch: device, phone: counterpart)
    ownLinks.append(link)
    return link
  }

  /// All links of this device, including those to devices that it is not paired with now.
  private var links: [WatchLink] {
    if device is Watch { return ownLinks }
    return device.world.devices.compactMap { $0 as? Watch }.flatMap { watch in
      watch.watchLink.ownLinks.filter { $0.phone === device }
    }
  }

  /// `WCSession.isSupported()`: a watch, or an iPhone with iOS 9 or later.
  package var isSupported: Bool {
    switch device.profile.platform {
    case .watchOS: true
    case .iOS: device.profile.version >= 9
    case .android: false
    }
  }

  /// Whether a transfer of an app of this device is outstanding, or content that arrived was not
  /// delivered yet.
  public var isBusy: Bool {
    link?.transfers.contains { $0.sender.device === device } == true
      || ends.contains(where: \.hasContentPending)
  }

  /// Whether the phone is unreachable because it was not unlocked since it booted (WC2).
  package var needsPhoneUnlock: Bool {
    guard let phone = link?.phone else { return false }
    return phone.isUp && !phone.isUnlocked
  }

  // MARK: Transfers

  /// Removes a transfer from the queue. Neither side is notified.
  package func cancel(_ transfer: WatchLinkTransfer) { transfer.link?.remove(transfer) }

  /// Returns the number of bytes of a transfer that were sent; always 0 before watchOS 5 and iOS
  /// 12.
  package func bytesSent(of transfer: WatchLinkTransfer) -> Int64 {
    policy.hasProgress ? transfer.link?.carried(transfer) ?? 0 : 0
  }

  // MARK: Endpoints

  /// Returns the side of an app on the link, which outlives its processes.
  package func end(of app: InstalledApp) -> WatchLinkEndpoint {
    if let end = ends.first(where: { $0.app === app }) { return end }
    let end = WatchLinkEndpoint(app, self)
    ends.append(end)
    return end
  }

  func isActivated(_ app: InstalledApp) -> Bool {
    app.appleDevice.watchLink.ends.contains { $0.app === app && $0.state == .activated }
  }

  /// Called when the radio of the link may have changed, for another service that uses the link.
  package var onChange: (() -> Void)?
  /// Whether a radio reaches the counterpart now.
  package var reachesCounterpart: Bool { link?.radio != nil }

  func notifyOfChanges() {
    for end in ends { end.notifyOfChanges() }
    onChange?()
  }

  /// Counts bytes that were sent over a radio, and charges them to the batteries of both devices
  /// (WK11, EN2).
  ///
  /// - Parameter app: the app that sent them; nil if it is not known any more.
  func count(_ bytes: Int64, over radio: LinkRadio, to other: AppleDevice, for app: InstalledApp?) {
    bytesCarried += bytes
    for device in [device, other] { device.power.transferred(bytes, over: radio.forBattery) }
    let time = policy.duration(of: bytes, over: radio)
    device.energyMeter.transferred(
      sent: bytes, received: 0, over: radio.forBattery, sending: time, receiving: .zero,
      for: app?.definition.name)
    other.energyMeter.transferred(
      sent: 0, received: bytes, over: radio.forBattery, sending: .zero, receiving: time,
      for: app.flatMap { device.counterpart(of: $0) }?.definition.name)
  }

  // MARK: Wakes

  /// Wakes an app for content that arrived: a phone app is launched or woken (WC2, WC5), a watch
  /// app may be (WK9). An application context waits until the app runs (WC3).
  func wake(_ end: WatchLinkEndpoint, for delivery: WatchLinkDelivery) {
    switch device.profile.platform {
    case .android: break
    case .watchOS:
      guard !end.app.runsCode else { break }
      device.notifyServices { $0.contentArrived(for: end.app, from: .counterpart) }
    case .iOS:
      switch delivery.content {
      case .applicationContext, .finished: break
      case .userInfo, .file: wakePhoneApp(end.app, for: policy.transferWake)
      case .message: wakePhoneApp(end.app, for: policy.messageWake)
      }
    }
  }

  private func wakePhoneApp(_ app: InstalledApp, for duration: Duration) {
    guard device.isUp, mayWake(app), !app.isInFront else { return }
    if app.needsLaunch { device.launch(app, .watchConnectivity) }
    guard let process = app.process else { return }
    // An earlier delivery may have granted a later end.
    let end = max(now + duration, process.end(of: .watchConnectivity) ?? now)
    process.grantForEvents(.watchConnectivity, until: end)
  }

  /// Whether the system may run a phone app for content that arrived. Nothing is published about an
  /// app after a force-quit.
  func mayWake(_ app: InstalledApp) -> Bool {
    !(app.needsLaunch && app.isForceQuit) || policy.launchesForceQuitApps
  }

  // MARK: Launches

  /// Handles that a watch has lost its phone: transfers on its links break.
  func lostPhone() {
    for link in ownLinks { link.update() }
    notifyOfChanges()
  }

  /// Deactivates all sessions because another watch replaces the phone's current one.
  func deactivateSessions() { for end in ends { end.deactivate() } }

  private func forget(_ end: WatchLinkEndpoint) {
    for link in links {
      for transfer in link.outstanding(of: end) { link.remove(transfer) }
    }
    ends.removeAll { $0 === end }
  }

  private func updateSoon() {
    simulation.schedule(at: now) { [weak self] in self?.link?.update() }
  }
}

extension WatchLinkService: SystemService {
  package func enteredForeground(_ process: AppProcess) { link?.update() }
  package func becameActive(_ process: AppProcess) { link?.update() }

  package func suspended(_ process: AppProcess) {
    for end in ends where end.app === process.app { end.reportMissingActivation(process) }
    reportUndeliveredPushes(process)
    link?.receiverStopped(process.app)
    link?.update()
  }

  package func resumed(_ process: AppProcess) { link?.update() }

  package func processEnded(_ process: AppProcess, reason: TerminationReason) {
    link?.receiverStopped(process.app)
    link?.processEnded(process)
    for end in ends where end.process === process { end.processEnded() }
    for record in complicationPushes where record.app === process.app { record.processEnded() }
    link?.update()
  }

  package func appDeleted(_ app: InstalledApp) {
    if device.profile.platform == .watchOS, let phoneApp = device.counterpart(of: app) {
      try? FileManager.default.removeItem(at: phoneApp.container.watchDirectory(of: device))
    }
    for end in ends.filter({ $0.app === app }) { forget(end) }
    complicationPushes.removeAll { $0.app === app }
    updateSoon()
  }

  package func deviceWentDown() { link?.update() }
  package func deviceCameUp() { link?.update() }

  package func deviceWasUnlocked() {
    link?.update()
    deliverComplicationPushes()
  }

  package func conditionsChanged() {
    link?.update()
    deliverComplicationPushes()
  }

  package func placeChanged() { link?.update() }
  package func appInstalled(_ app: InstalledApp) { updateSoon() }

  package func obligations(to app: InstalledApp) -> [String] {
    let pushes = complicationPushes.contains { $0.app === app && $0.isRegistered }
    let isLinked = ends.contains { end in
      end.app === app && end.counterpart != nil
        && (end.state == .activated || end.hasContentPending)
    }
    return (isLinked ? ["content from the other device"] : [])
      + (pushes ? ["a complication push"] : [])
  }
}

extension InstalledApp {
  /// Whether a watch app's complication is on the face.
  var hasComplicationOnFace: Bool {
    (device as? Watch)?.activeComplications.contains { $0 === self } ?? false
  }
}

extension LinkRadio {
  /// The radio whose energy use the battery counts.
  var forBattery: BatteryRadio {
    switch self {
    case .bluetooth: .bluetooth
    case .wifi: .wifi
    }
  }
}

extension AppleDevice {
  /// The connection between a watch and its iPhone.
  public final var watchLink: WatchLinkService { self[WatchLinkService.self] }
}

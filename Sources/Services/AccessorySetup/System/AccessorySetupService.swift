import Foundation
import YobanAppleSystem
import YobanBluetooth
import YobanSimulatedDevices
import YobanSimulatedRadio
import YobanVirtualTime

/// The accessories that the user has set up for apps, and the picker for them.
public final class AccessorySetupService: @unchecked SimulationConfined {
  struct Record {
    let app: InstalledApp
    var accessory: SetUpAccessory
  }

  unowned let device: AppleDevice
  /// In the order in which the user has set them up.
  var records: [Record] = []
  var sessions: [AccessorySession] = []
  var picker: AccessoryPicker?
  var plannedNames = PlannedAnswers<String>()

  package init(_ device: AppleDevice) { self.device = device }

  var simulation: Simulation { device.world.simulation }
  var now: VirtualInstant { simulation.now }
  var policy: AccessorySetupPolicy { device.policy(AccessorySetupPolicy.self) }
  var stack: BluetoothStack { device.bluetooth.stack }

  func post(_ event: TraceEvent.AccessorySetupEvent, _ app: InstalledApp) {
    device.post(.accessorySetup(event), process: app.nameInTraces)
  }

  // MARK: What is set up

  /// The accessories that the user has set up for an app.
  public func accessories(of app: InstalledApp) -> [SetUpAccessory] {
    records.filter { $0.app === app }.map(\.accessory)
  }

  /// Sets an accessory up for an app without the picker, as if the user had done so in an earlier launch (AS8).
  ///
  /// - Parameter name: the name that the user sees; nil for the accessory's own.
  public func setUp(_ accessory: Accessory, for app: InstalledApp, named name: String? = nil) {
    guard app.definition.infoPlist.setsUpAccessories, policy.exists else {
      return Misuse.report(
        "\(app.definition.name) cannot have accessories that the user has set up: its Info.plist needs NSAccessorySetupKitSupports with the value Bluetooth, and the phone iOS 18 (AS1)."
      )
    }
    var descriptor = AccessoryDescriptor()
    descriptor.service = accessory.advertising.data.services.first
    add(
      accessory.peer, name ?? accessory.advertising.data.localName ?? accessory.name, descriptor,
      isAuthorized: true, for: app, how: "before the test")
  }

  /// Plans the name that the user gives an accessory when the app asks for one (AS9). Default: the user cancels.
  public func answerRename(_ name: String, for app: InstalledApp) { plannedNames[app] = name }

  func add(
    _ peer: any RadioPeer, _ name: String, _ descriptor: AccessoryDescriptor, isAuthorized: Bool,
    for app: InstalledApp, how: String
  ) {
    let identifier = stack.identifier(of: peer)
    // From now on the app can retrieve it without a scan.
    stack.met(peer, identifier)
    records.removeAll { $0.app === app && $0.accessory.identifier == identifier }
    let accessory = SetUpAccessory(
      identifier: identifier, name: name,
      state: isAuthorized ? .authorized : .awaitingAuthorization, descriptor: descriptor)
    records.append(Record(app: app, accessory: accessory))
    post(.added(name, how: how), app)
    if isAuthorized { device.bluetooth.endPermission(of: app) }
    device.notifyServices { $0.chosenPeersChanged(of: app) }
    send(AccessoryNotice(kind: .accessoryAdded, accessory: accessory), to: app)
  }

  func remove(_ identifier: UUID, of app: InstalledApp, by source: String) {
    guard let i = index(identifier, of: app) else { return }
    let accessory = records.remove(at: i).accessory
    post(.removed(accessory.name, by: source), app)
    device.notifyServices { $0.chosenPeersChanged(of: app) }
    var gone = accessory
    gone.state = .unauthorized
    send(AccessoryNotice(kind: .accessoryRemoved, accessory: gone), to: app)
  }

  func change(
    _ identifier: UUID, of app: InstalledApp, _ what: String, _ body: (inout SetUpAccessory) -> Void
  ) {
    guard let i = index(identifier, of: app) else { return }
    let before = records[i].accessory.state
    body(&records[i].accessory)
    let accessory = records[i].accessory
    post(.changed(accessory.name, what: what), app)
    if accessory.state == .authorized, before != .authorized {
      device.bluetooth.endPermission(of: app)
    }
    device.notifyServices { $0.chosenPeersChanged(of: app) }
    send(AccessoryNotice(kind: .accessoryChanged, accessory: accessory), to: app)
  }

  func index(_ identifier: UUID, of app: InstalledApp) -> Int? {
    records.firstIndex { $0.app === app && $0.accessory.identifier == identifier }
  }

  func accessory(_ identifier: UUID, of app: InstalledApp) -> SetUpAccessory? {
    index(identifier, of: app).map { records[$0].accessory }
  }

  // MARK: Sessions

  /// Activates a session of an app (AS1). The event comes later, on the app's queue.
  package func activate(
    _ process: AppProcess, _ receiver: any AccessorySetupEventReceiver
  ) -> AccessorySession {
    let session = AccessorySession(process, receiver)
    let plist = process.app.definition.infoPlist
    let supports =
      plist.values["NSAccessorySetupKitSupports"] ?? plist.values["NSAccessorySetupSupports"]
    guard policy.exists, supports != nil else {
      if policy.exists { process.report(.accessoryPlistKeyMissing) }
      post(.failed("activate(on:eventHandler:)", error: "activationFailed"), process.app)
      send(AccessoryNotice(kind: .invalidated, failure: .activationFailed), to: session)
      session.isActive = false
      return session
    }
    sessions.append(session)
    send(AccessoryNotice(kind: .activated), to: session)
    return session
  }

  /// Ends a session: its picker closes, and it receives a last event.
  package func invalidate(_ session: AccessorySession) {
    guard session.isActive else { return }
    if let picker, picker.session === session { perform(picker) { $0.invalidated() } }
    send(AccessoryNotice(kind: .invalidated), to: session)
    session.isActive = false
    sessions.removeAll { $0 === session }
  }

  func send(_ notice: AccessoryNotice, to app: InstalledApp) {
    for session in sessions where session.process.app === app { send(notice, to: session) }
  }

  func send(_ notice: AccessoryNotice, to session: AccessorySession) {
    guard session.isActive else { return }
    run(session) { session.receiver?.received(notice) }
  }

  /// Runs code in the process of a session.
  func run(_ session: AccessorySession, _ body: () -> Void) {
    guard session.process.process.state != .dead else { return }
    simulation.perform(as: session.process.process, body)
  }
}

/// A session of an app in one process.
package final class AccessorySession: @unchecked SimulationConfined {
  package let process: AppProcess
  weak var receiver: (any AccessorySetupEventReceiver)?
  var isActive = true
  package var settings = AccessoryPickerSettings()

  init(_ process: AppProcess, _ receiver: any AccessorySetupEventReceiver) {
    (self.process, self.receiver) = (process, receiver)
  }
}

extension AccessorySetupService: SystemService {
  package func chosenPeers(of app: InstalledApp) -> [UUID]? {
    guard device.profile.platform == .iOS, app.definition.infoPlist.setsUpAccessories,
      policy.exists
    else { return nil }
    return accessories(of: app).filter { $0.state == .authorized }.map(\.identifier)
  }

  package func appDeleted(_ app: InstalledApp) { records.removeAll { $0.app === app } }

  package func enteredBackground(_ process: AppProcess) {
    guard let picker, picker.session.process === process else { return }
    perform(picker) { $0.dismissed() }
  }

  package func processEnded(_ process: AppProcess, reason: TerminationReason) {
    sessions.removeAll { $0.process === process }
    guard let picker, picker.session.process === process else { return }
    if case .awaiting(let peer) = picker.machine.state {
      remove(peer, of: process.app, by: "the end of its setup")
    }
    close(picker)
    if picker.machine.isShown { post(.dismissed, process.app) }
  }
}

extension AppleDevice {
  /// AccessorySetupKit: the accessories that the user has set up for apps, and the picker for them.
  public final var accessorySetup: AccessorySetupService { self[AccessorySetupService.self] }
}

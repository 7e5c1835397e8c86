import Foundation
import YobanBluetooth
import YobanSimulatedDevices
import YobanSimulatedRadio
import YobanVirtualTime

/// A picker that an app has asked for.
final class AccessoryPicker {
  let session: AccessorySession
  let items: [AccessoryPickerItem]
  let settings: AccessoryPickerSettings
  let completion: (AccessorySetupFailure?) -> Void
  var machine = AccessoryPickerMachine()
  var alarms: [EventToken] = []
  /// The accessories that the app was notified of (AS10).
  var discovered: [PeerIdentifier] = []
  /// The names of those that the app has chosen to show, in that order (AS10).
  var chosen: [(peer: PeerIdentifier, name: String)] = []
  /// The item of the accessory that the user has picked, with the name that the user sees.
  var picked: (item: AccessoryPickerItem, name: String)?
  /// Whether the user closes the picker a moment after an accessory was set up.
  var closes = false

  init(
    _ session: AccessorySession, _ items: [AccessoryPickerItem],
    _ completion: @escaping (AccessorySetupFailure?) -> Void
  ) {
    (self.session, self.items, self.completion) = (session, items, completion)
    settings = session.settings
  }

  var app: InstalledApp { session.process.app }
  var migrations: [AccessoryPickerItem] { items.filter { $0.migration != nil } }
}

/// An accessory that the picker shows.
public struct ShownAccessory: Sendable, Hashable {
  /// The name of the app's item.
  public let name: String
  /// The name of the accessory in the world.
  public let accessory: String

  package init(name: String, accessory: String) {
    (self.name, self.accessory) = (name, accessory)
  }
}

extension AccessorySetupService {
  /// Whether the picker is on the screen.
  public var isPickerShown: Bool { picker?.machine.isShown == true }

  /// The accessories that the picker shows now: those that are near, advertise what an item asks for, and are not
  /// set up yet (AS2). Empty if there is no picker.
  public var shown: [ShownAccessory] {
    guard let picker, picker.machine.isSearching else { return [] }
    return candidates(of: picker).map {
      ShownAccessory(name: $0.name, accessory: $0.peer.radioName)
    }
  }

  struct Candidate {
    var peer: any RadioPeer
    var item: AccessoryPickerItem
    var name: String
  }

  func candidates(of picker: AccessoryPicker) -> [Candidate] {
    let found = matches(of: picker)
    guard picker.settings.filters else { return found }
    return picker.chosen.compactMap { choice in
      guard var candidate = found.first(where: { stack.identifier(of: $0.peer) == choice.peer })
      else { return nil }
      candidate.name = choice.name
      return candidate
    }
  }

  /// The accessories that an item matches, each with the first one.
  private func matches(of picker: AccessoryPicker) -> [Candidate] {
    guard stack.isListening else { return [] }
    let known = accessories(of: picker.app).map(\.identifier)
    let items = picker.items.filter { $0.migration == nil }
    return stack.radio.peers.compactMap { peer in
      guard peer !== stack.ownPeer, let advertising = peer.advertising, stack.mayReceive(peer),
        !known.contains(stack.identifier(of: peer))
      else { return nil }
      let item = items.first {
        $0.descriptor.matches(advertising)
          && (!$0.descriptor.isImmediate
            || stack.meanPower(of: peer) >= Double(policy.immediatePower))
      }
      return item.map { Candidate(peer: peer, item: $0, name: $0.name) }
    }
  }

  // MARK: Calls of the app

  /// The problem of items for which a device ends the app; nil if there is none (AS3). It is reported.
  package func problem(with items: [AccessoryPickerItem], _ process: AppProcess) -> String? {
    let plist = process.app.definition.infoPlist
    for item in items where item.migration == nil {
      guard let problem = plist.problem(with: item.descriptor) else { continue }
      process.report(.accessoryNotListed(problem))
      return problem
    }
    return nil
  }

  /// Shows the picker (AS4, AS5).
  ///
  /// - Parameter session: nil before the activation.
  package func showPicker(
    _ items: [AccessoryPickerItem], _ session: AccessorySession?, _ process: AppProcess,
    _ completion: @escaping (AccessorySetupFailure?) -> Void
  ) {
    let call = "showPicker(for:completionHandler:)"
    guard let session, session.isActive else {
      process.report(.pickerNotActivated)
      return refuse(call, session == nil ? .invalidRequest : .invalidated, process, completion)
    }
    if !process.app.isInFront || process.visibleState == .background {
      process.report(.pickerInBackground)
      return refuse(call, .pickerRestricted, process, completion)
    }
    let migrates = items.contains { $0.migration != nil }
    if migrates || device.bluetooth.hasPermission(process.app),
      device.bluetooth.hasCentral(process)
    {
      process.report(.pickerWithCentral)
      return refuse(call, .pickerRestricted, process, completion)
    }
    guard picker == nil else {
      return refuse(call, .pickerAlreadyActive, process, completion)
    }
    let picker = AccessoryPicker(session, items, completion)
    self.picker = picker
    schedule(policy.presentation, picker) { service, picker in service.open(picker) }
  }

  func refuse(
    _ call: String, _ failure: AccessorySetupFailure, _ process: AppProcess,
    _ completion: (AccessorySetupFailure?) -> Void
  ) {
    post(.failed(call, error: "\(failure)"), process.app)
    completion(failure)
  }

  private func open(_ picker: AccessoryPicker) {
    post(.picker(items: picker.items.count), picker.app)
    let timeout = timeout(of: picker.settings)
    perform(picker) { $0.opened(at: now, timeout: timeout) }
    if picker.items.allSatisfy({ $0.migration != nil }), !picker.items.isEmpty {
      schedule(policy.setUp, picker) { service, picker in
        service.migrate(picker)
        service.perform(picker) { $0.dismissed() }
      }
    } else if let timeout {
      schedule(timeout, picker) { service, picker in
        guard let deadline = picker.machine.deadline, deadline <= service.now else { return }
        let hasFound = !service.candidates(of: picker).isEmpty
        service.perform(picker) { $0.timedOut(hasFound: hasFound) }
      }
    }
    discover(picker)
  }

  private func timeout(of settings: AccessoryPickerSettings) -> Duration? {
    guard let seconds = settings.timeout, seconds > 0 else { return policy.timeout }
    return seconds < 86_400 ? .seconds(seconds) : nil
  }

  /// Adds the accessories of the migration items that the device knows (AS7).
  func migrate(_ picker: AccessoryPicker) {
    var peers: [PeerIdentifier] = []
    for item in picker.migrations {
      guard let identifier = item.migration?.peripheral, stack.peer(identifier) != nil else {
        picker.session.process.report(.migrationUnknown(item.name))
        continue
      }
      peers.append(identifier)
    }
    perform(picker) { $0.migrated(peers) }
  }

  /// A migration follows the setup of a new accessory, or the authorization that the app finishes (AS7, AS9).
  func migrateIfDone(_ picker: AccessoryPicker) {
    if picker.machine.state == .done, !picker.migrations.isEmpty { migrate(picker) }
  }

  // MARK: The machine

  func perform(
    _ picker: AccessoryPicker,
    _ body: (inout AccessoryPickerMachine) -> [AccessoryPickerMachine.Action]
  ) {
    let before = picker.machine.state
    for action in body(&picker.machine) {
      switch action {
      case .send(let kind):
        if kind == .pickerDidDismiss { post(.dismissed, picker.app) }
        send(AccessoryNotice(kind: kind), to: picker.session)
      case .add(let identifier, let isAuthorized): add(identifier, isAuthorized, picker)
      case .authorize(let identifier):
        change(identifier, of: picker.app, "authorized") { $0.state = .authorized }
      case .remove(let identifier):
        remove(identifier, of: picker.app, by: "the end of its setup")
      case .complete(let failure):
        if let failure {
          post(.failed("showPicker(for:completionHandler:)", error: "\(failure)"), picker.app)
        }
        run(picker.session) { picker.completion(failure) }
      }
    }
    if picker.machine.state == .ended { close(picker) }
    guard picker.closes, picker.machine.state == .done, before != .done else { return }
    schedule(policy.closing, picker) { service, picker in
      service.perform(picker) { $0.dismissed() }
    }
  }

  private func add(_ identifier: PeerIdentifier, _ isAuthorized: Bool, _ picker: AccessoryPicker) {
    let migration = picker.migrations.first { $0.migration?.peripheral == identifier }
    let peer =
      stack.peer(identifier)
      ?? stack.radio.peers.first { stack.identifier(of: $0) == identifier }
    guard let peer, let item = picker.picked?.item ?? migration else { return }
    let isMigrated = migration != nil && picker.picked == nil
    add(
      peer, isMigrated ? item.name : picker.picked?.name ?? item.name, item.descriptor,
      isAuthorized: isAuthorized, for: picker.app,
      how: isMigrated ? "by migration" : "in the picker")
  }

  func close(_ picker: AccessoryPicker) {
    for alarm in picker.alarms { simulation.cancel(alarm) }
    picker.alarms = []
    if self.picker === picker { self.picker = nil }
  }

  func schedule(
    _ delay: Duration, _ picker: AccessoryPicker,
    _ body: @escaping (AccessorySetupService, AccessoryPicker) -> Void
  ) {
    let alarm = simulation.schedule(at: now + delay) { [weak self, weak picker] in
      guard let self, let picker, self.picker === picker else { return }
      body(self, picker)
    }
    picker.alarms.append(alarm)
  }
}

// Custom filtering (AS10).
extension AccessorySetupService: RadioListener {
  package func peerChanged(_ peer: any RadioPeer) { if let picker { discover(picker) } }

  /// Notifies the app of each accessory for the first time, after its next advertisement.
  private func discover(_ picker: AccessoryPicker) {
    guard picker.settings.filters, picker.machine.isSearching else { return }
    for candidate in matches(of: picker) {
      let identifier = stack.identifier(of: candidate.peer)
      guard !picker.discovered.contains(identifier), let advertising = candidate.peer.advertising
      else { continue }
      picker.discovered.append(identifier)
      let next = stack.nextAdvertisement(of: candidate.peer, advertising, after: now)
      schedule(next - now, picker) { service, picker in
        service.report(candidate, identifier, picker)
      }
    }
  }

  private func report(
    _ candidate: Candidate, _ identifier: PeerIdentifier, _ picker: AccessoryPicker
  ) {
    guard picker.machine.isSearching, var data = candidate.peer.advertising?.data else { return }
    data.localName = data.localName ?? candidate.peer.advertising?.scanResponseName
    post(.discovered(candidate.name), picker.app)
    let accessory = SetUpAccessory(
      identifier: identifier, name: candidate.name, state: .unauthorized,
      descriptor: candidate.item.descriptor)
    send(
      AccessoryNotice(
        kind: .accessoryDiscovered, accessory: accessory, advertisement: data,
        rssi: Int(stack.meanPower(of: candidate.peer))), to: picker.session)
  }

  /// Shows accessories that the app was notified of.
  package func updatePicker(
    _ shown: [(peer: UUID, name: String)], _ session: AccessorySession?
  ) -> AccessorySetupFailure? {
    guard let picker, picker.session === session, picker.settings.filters,
      shown.allSatisfy({ picker.discovered.contains($0.peer) })
    else { return .invalidRequest }
    for item in shown {
      picker.chosen.removeAll { $0.peer == item.peer }
      picker.chosen.append(item)
    }
    return nil
  }

  /// Ends the search: with nothing to show, the picker times out at once.
  package func finishDiscovery(_ session: AccessorySession?) -> AccessorySetupFailure? {
    guard let picker, picker.session === session, picker.settings.filters else {
      return .invalidRequest
    }
    let hasFound = !candidates(of: picker).isEmpty
    perform(picker) { $0.timedOut(hasFound: hasFound) }
    return nil
  }
}

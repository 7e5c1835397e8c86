import Foundation
import YobanAppleSystem
import YobanNetwork
import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// The link between one watch and one phone: its queues, and the radio that it uses (WC7).
///
/// The services of both devices share it. Each direction has two queues that do not slow each other
/// down (assumed): one for files, and one for everything small.
final class WatchLink {
  /// The two queues of one direction.
  private struct Direction {
    var small: TransferLane
    var files: TransferLane
    var alarms: [Bool: EventToken] = [:]
  }

  unowned let watch: AppleDevice
  unowned let phone: AppleDevice
  /// The radio that is used now; nil if the devices are out of reach.
  private(set) var radio: LinkRadio?
  private var fromWatch: Direction
  private var fromPhone: Direction
  private(set) var transfers: [WatchLinkTransfer] = []
  /// The messages that have not ended.
  var messages: [WatchMessage] = []
  /// The time at which each device will have sent all messages that it was given, by device name.
  var messagesSent: [String: VirtualInstant] = [:]
  private var lastNumber = 0

  init(watch: AppleDevice, phone: AppleDevice) {
    self.watch = watch
    self.phone = phone
    let lane = TransferLane(watch.policy(WatchLinkPolicy.self))
    fromWatch = Direction(small: lane, files: lane)
    fromPhone = fromWatch
    radio = reach
    updateLanes()
  }

  var simulation: Simulation { watch.world.simulation }
  var now: VirtualInstant { simulation.now }
  var policy: WatchLinkPolicy { watch.policy(WatchLinkPolicy.self) }

  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Reach

  /// The radio that can be used; nil unless the two are paired, both are up, and the phone was
  /// unlocked since it booted (WC2).
  private var reach: LinkRadio? {
    guard watch.counterpart === phone, watch.isUp, phone.isUp, phone.isUnlocked,
      !watch.watchLink.isCutOff, !phone.watchLink.isCutOff
    else { return nil }
    return .choose(
      distance: watch.place.distance(to: phone.place),
      hasBluetooth: watch.isBluetoothOn && phone.isBluetoothOn,
      hasWiFi: watch.network.path == .wifi && phone.network.path == .wifi, policy)
  }

  /// Updates the link after a change on either device: transfers start or break, and apps are
  /// notified.
  func update() {
    for transfer in transfers { failWithoutReceiver(transfer) }
    radio = reach
    updateLanes()
    watch.watchLink.notifyOfChanges()
    guard watch.counterpart === phone else { return }
    phone.watchLink.notifyOfChanges()
  }

  private func updateLanes() {
    for sender in [watch, phone] {
      for isFile in [false, true] {
        change(sender, isFile) { $0.reachChanged(to: radio, at: now) }
      }
    }
  }

  // MARK: Transfers

  /// Returns the transfers of an app that have neither arrived nor been canceled, in the order in
  /// which they were queued.
  func outstanding(of end: WatchLinkEndpoint) -> [WatchLinkTransfer] {
    transfers.filter { $0.sender === end }
  }

  func add(_ transfer: WatchLinkTransfer) {
    transfers.append(transfer)
    transfer.timeout = simulation.schedule(at: now + policy.transferTimeout) {
      [weak self, weak transfer] in
      if let self, let transfer { fail(transfer, .transferTimedOut) }
    }
    if case .delayed(let delay) = transfer.fault {
      simulation.schedule(at: now + delay) { [weak self, weak transfer] in
        if let self, let transfer, transfer.isTransferring { enter(transfer) }
      }
    } else {
      enter(transfer)
    }
  }

  private func enter(_ transfer: WatchLinkTransfer) {
    change(transfer.sender.device, transfer.isFile) {
      $0.add(
        .init(number: transfer.number, bytes: transfer.bytes),
        isUrgent: transfer.isCurrentComplicationInfo, at: now)
    }
  }

  /// Removes a transfer from the link without notifying its app.
  func remove(_ transfer: WatchLinkTransfer) {
    guard transfer.isTransferring else { return }
    take(transfer)
    change(transfer.sender.device, transfer.isFile) { $0.remove(transfer.number, at: now) }
  }

  func fail(_ transfer: WatchLinkTransfer, _ error: WatchLinkError) {
    guard transfer.isTransferring else { return }
    remove(transfer)
    finish(transfer, error)
  }

  /// Returns the number of bytes of a transfer that were carried.
  func carried(_ transfer: WatchLinkTransfer) -> Int64 {
    guard transfer.isTransferring else { return transfer.bytes }
    let direction = transfer.sender.device === watch ? fromWatch : fromPhone
    let lane = transfer.isFile ? direction.files : direction.small
    return lane.carried(transfer.number, at: now)
  }

  /// Handles that a receiving app was suspended, or that its process ended (WC5).
  func receiverStopped(_ app: InstalledApp) {
    for transfer in transfers where transfer.sender.counterpart === app {
      transfer.fate?.receiverStopped()
    }
  }

  private func take(_ transfer: WatchLinkTransfer) {
    transfer.isTransferring = false
    transfers.removeAll { $0 === transfer }
    if let timeout = transfer.timeout { simulation.cancel(timeout) }
  }

  private func failWithoutReceiver(_ transfer: WatchLinkTransfer) {
    if watch.counterpart === phone, let error = transfer.sender.absence { fail(transfer, error) }
  }

  private func transfer(_ number: Int) -> WatchLinkTransfer? {
    transfers.first { $0.number == number }
  }

  // MARK: Lanes

  private func change(
    _ sender: AppleDevice, _ isFile: Bool, _ input: (inout TransferLane) -> [TransferLane.Action]
  ) {
    let direction: ReferenceWritableKeyPath<WatchLink, Direction> =
      sender === watch ? \.fromWatch : \.fromPhone
    let lane = direction.appending(
      path: isFile ? \Direction.files : \Direction.small as WritableKeyPath<_, _>)
    let actions = input(&self[keyPath: lane])
    if let alarm = self[keyPath: direction].alarms[isFile] { simulation.cancel(alarm) }
    self[keyPath: direction].alarms[isFile] = self[keyPath: lane].deadline.map { deadline in
      simulation.schedule(at: deadline) { [weak self, unowned sender] in
        guard let self else { return }
        change(sender, isFile) { $0.timeCame(at: self.now) }
      }
    }
    for action in actions { perform(action, sender) }
  }

  func other(than device: AppleDevice) -> AppleDevice { device === watch ? phone : watch }

  private func perform(_ action: TransferLane.Action, _ sender: AppleDevice) {
    switch action {
    case .begin(let number, let radio):
      guard let transfer = transfer(number) else { return }
      begin(transfer, radio)
    case .drop(let number, let carried, let radio):
      count(carried, radio, number, sender)
    case .interrupt(let number, let carried, let radio):
      count(carried, radio, number, sender)
      guard let transfer = transfer(number) else { return }
      transfer.fate = nil
      transfer.sender.post(.interrupted(transfer.item, number: number))
    case .arrive(let number, let carried, let radio):
      count(carried, radio, number, sender)
      guard let transfer = transfer(number) else { return }
      take(transfer)
      arrived(transfer)
    }
  }

  private func count(
    _ carried: Int64, _ radio: LinkRadio, _ number: Int, _ sender: AppleDevice
  ) {
    sender.watchLink.count(
      carried, over: radio, to: other(than: sender), for: transfer(number)?.sender.app)
  }

  private func begin(_ transfer: WatchLinkTransfer, _ radio: LinkRadio) {
    let end = transfer.sender
    end.post(.began(transfer.item, number: transfer.number, over: radio.rawValue))
    guard transfer.isFile else { return }
    let isObserved = end.device.choose(.fileFate, of: end.app, default: policy.mode == .observed)
    transfer.fate = FileFate(
      isObserved ? .observed : .documented, receiverRuns: end.counterpart?.runsCode ?? false)
    if let space = end.device.counterpart?.watchLink.freeSpace?(), space < transfer.bytes {
      fail(transfer, .insufficientSpace)
    }
  }

  /// Handles the arrival of a transfer's last byte: the receiving system has it, or it is lost.
  private func arrived(_ transfer: WatchLinkTransfer) {
    let sender = transfer.sender
    guard let app = sender.counterpart else {
      return finish(transfer, sender.absence ?? .deviceNotPaired)
    }
    let receiver = app.appleDevice.watchLink.end(of: app)
    if transfer.fault == .lost || transfer.fate?.isLost == true {
      receiver.post(.lost(transfer.item, number: transfer.number))
      if transfer.fault != .lost {
        receiver.report(.fileLost(transfer.file?.lastPathComponent ?? "a file", transfer.number))
      }
      return finish(transfer, nil)
    }
    let copies = transfer.fault == .doubled ? 2 : 1
    for copy in 1...copies {
      guard let content = receiver.content(of: transfer, copy: copy) else {
        return finish(transfer, .fileAccessDenied)
      }
      receiver.receive(.init(content, transfer.item, transfer.number))
    }
    finish(transfer, nil)
  }

  /// Notifies the sending app, except about an application context.
  private func finish(_ transfer: WatchLinkTransfer, _ error: WatchLinkError?) {
    guard transfer.item != .applicationContext else { return }
    if transfer.fault == .finishNotTold, error == nil { return }
    transfer.sender.notify(.init(.finished(transfer, error), transfer.item, transfer.number))
  }
}

extension InstalledApp {
  /// Whether the app has a process that can run code now.
  var runsCode: Bool { process.map { $0.isRunning && !$0.isPrewarmed } ?? false }
}

import Foundation
import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

/// The state of one app's side of the link: its session in the current launch, and the deliveries
/// that wait for it across launches.
package final class WatchLinkEndpoint {
  package let app: InstalledApp
  unowned let service: WatchLinkService
  package private(set) var state = WatchLinkActivation.notActivated
  /// The launch to which the session belongs.
  package private(set) var process: AppProcess?
  private weak var receiver: (any WatchLinkEventReceiver)?
  /// The deliveries that were not handled by the app yet, in order.
  private(set) var inbox: [WatchLinkDelivery] = []
  /// The context that the app sent last, and the one that it received last (WC3).
  package internal(set) var applicationContext: Data?
  package private(set) var receivedContext: Data?
  var budget: ComplicationBudget?
  /// The state of the other side about which the app was last notified.
  private var known: Surroundings?
  /// The last launch for which a missing activation was reported.
  private weak var reported: AppProcess?

  init(_ app: InstalledApp, _ service: WatchLinkService) {
    self.app = app
    self.service = service
  }

  var device: AppleDevice { service.device }
  private var now: VirtualInstant { service.now }

  // MARK: Session

  /// Opens the session of a launch.
  package func open(_ process: AppProcess, _ receiver: any WatchLinkEventReceiver) {
    self.process = process
    self.receiver = receiver
  }

  /// Activates the session; required at each launch, with a delegate already set (WC1). The
  /// receiver's `activated` is called asynchronously with the result. Without a delegate nothing
  /// happens, and a finding is reported.
  package func activate() {
    guard let process, let receiver else { return }
    guard receiver.hasDelegate else { return process.report(.noWatchLinkDelegate) }
    onMain { [unowned self] receiver in
      guard service.isSupported else {
        return receiver.activated(.notActivated, .sessionNotSupported)
      }
      if state != .activated {
        state = .activated
        known = surroundings
        process.post(.watchLink(.activated))
      }
      receiver.activated(.activated, nil)
      service.link?.update()
      deliver()
    }
  }

  /// Reports that a launch is suspended without having activated its session, so that waiting
  /// content was not delivered (WC1).
  func reportMissingActivation(_ process: AppProcess) {
    let waits = inbox.contains { if case .message = $0.content { false } else { true } }
    guard waits, state == .notActivated, reported !== process else { return }
    reported = process
    process.report(.receivedWithoutActivation)
  }

  /// Deactivates the session because another watch takes over. Content from the old watch is
  /// delivered first.
  func deactivate() {
    guard state == .activated else { return }
    state = .inactive
    onMain { $0.changed(.becameInactive) }
    deliver()
    onMain { [unowned self] receiver in
      state = .notActivated
      receiver.changed(.deactivated)
    }
  }

  /// Handles the end of the process. Waiting deliveries are kept for the next launch, except
  /// messages.
  func processEnded() {
    process = nil
    receiver = nil
    state = .notActivated
    known = nil
    inbox.removeAll { if case .message = $0.content { true } else { false } }
    for delivery in inbox { delivery.isDelivered = false }
  }

  /// Calls the receiver on the main queue of the process, if the process still exists then.
  private func onMain(_ body: @escaping (any WatchLinkEventReceiver) -> Void) {
    guard let process else { return }
    process.process.onMain { [weak self] in
      if let self, self.process === process, let receiver = self.receiver { body(receiver) }
    }
  }

  /// Calls a handler of a process on its main queue.
  static func call(_ process: AppProcess, _ body: @escaping () -> Void) {
    process.process.onMain(body)
  }

  // MARK: The counterpart

  /// The app on the other device that belongs to this one, if it is installed (WC1).
  package var counterpart: InstalledApp? { device.counterpart(of: app) }

  /// The reason why nothing can be sent to the counterpart; nil if the counterpart is installed.
  var absence: WatchLinkError? {
    guard device.counterpart != nil else { return .deviceNotPaired }
    guard counterpart == nil else { return nil }
    switch device.profile.platform {
    case .iOS, .android: return .watchAppNotInstalled
    case .watchOS:
      return app.definition.infoPlist.companionApp == nil
        ? .watchOnlyApp : .companionAppNotInstalled
    }
  }

  /// The reason why a call fails now; nil if it is allowed.
  var refusal: WatchLinkError? {
    switch state {
    case .notActivated: .sessionNotActivated
    case .inactive: .sessionInactive
    case .activated: absence
    }
  }

  /// `isReachable` (WC2): a watch requires the phone in reach; a phone requires a watch app that
  /// runs.
  package var isReachable: Bool {
    guard state == .activated, let counterpart, service.link?.radio != nil else { return false }
    switch device.profile.platform {
    case .watchOS: return app.runsCode
    case .iOS, .android: return counterpart.runsCode && service.isActivated(counterpart)
    }
  }

  /// The state of the other side that an app can read.
  private struct Surroundings: Equatable {
    var isReachable: Bool
    var isInstalled: Bool
    var isPaired: Bool
    var hasComplication: Bool
  }

  private var surroundings: Surroundings {
    Surroundings(
      isReachable: isReachable, isInstalled: counterpart != nil,
      isPaired: isPaired, hasComplication: hasComplication)
  }

  /// Whether the device has a counterpart.
  package var isPaired: Bool { device.counterpart != nil }

  /// Whether the watch app's complication is on the face.
  package var hasComplication: Bool { counterpart.map { $0.hasComplicationOnFace } ?? false }

  /// Notifies the app of changes since the last notification; a suspended app is notified when it
  /// is resumed.
  func notifyOfChanges() {
    guard state == .activated, app.runsCode, let before = known else { return }
    let after = surroundings
    guard after != before else { return }
    known = after
    let isPhone = device.profile.platform == .iOS
    if after.isInstalled != before.isInstalled || after.isPaired != before.isPaired
      || after.hasComplication != before.hasComplication
    {
      if isPhone {
        onMain { $0.changed(.watchState) }
      } else if after.isInstalled != before.isInstalled {
        onMain { $0.changed(.companionInstalled) }
      }
    }
    if after.isReachable != before.isReachable {
      post(.reachable(after.isReachable))
      onMain { $0.changed(.reachability) }
    }
  }

  /// A folder of the phone app for data of this watch, removed with the watch app; nil if there is
  /// no watch app.
  package var watchDirectory: URL? {
    guard state == .activated, let watch = device.counterpart, counterpart != nil else {
      return nil
    }
    let folder = app.container.watchDirectory(of: watch)
    Simulation.asSystem {
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    return folder
  }

  // MARK: Incoming content

  /// Converts an arrived transfer to the content for the app; nil if the file cannot be read. A
  /// file is copied to a folder in Documents/Inbox (WC4). The folder's name contains the sender's
  /// name, because transfer numbers are unique only on one link.
  func content(of transfer: WatchLinkTransfer, copy: Int) -> WatchLinkDelivery.Content? {
    guard let file = transfer.file else {
      let payload = transfer.payload ?? Data()
      return transfer.item == .applicationContext
        ? .applicationContext(payload) : .userInfo(payload)
    }
    let sender = transfer.sender.device.name
    let folder = app.container.documents.appending(
      path: "Inbox/com.apple.watchconnectivity/\(sender)-\(transfer.number)-\(copy)",
      directoryHint: .isDirectory)
    let place = folder.appending(path: file.lastPathComponent)
    return Simulation.asSystem {
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: file, to: place)
      } catch {
        try? FileManager.default.removeItem(at: folder)
        return nil
      }
      return .file(place, metadata: transfer.payload)
    }
  }

  /// Handles content that arrived from the counterpart.
  func receive(_ delivery: WatchLinkDelivery) {
    if case .applicationContext(let context) = delivery.content {
      receivedContext = context
      replaceContexts(delivery)
    }
    inbox.append(delivery)
    service.wake(self, for: delivery)
    deliver()
  }

  /// Handles the contexts that wait when a newer one arrives: only the latest is delivered (WC3), unless the system
  /// decides otherwise.
  private func replaceContexts(_ newest: WatchLinkDelivery) {
    func waits(_ delivery: WatchLinkDelivery) -> Bool {
      if case .applicationContext = delivery.content { !delivery.isDelivered } else { false }
    }
    guard let oldest = inbox.first(where: waits) else { return }
    if device.choose(.contextReplay, of: app, default: false) {
      inbox.append(WatchLinkDelivery(oldest.content, newest.item, newest.number))
    } else {
      inbox.removeAll(where: waits)
    }
  }

  /// Delivers an event to the app, in this launch or a later one.
  func notify(_ delivery: WatchLinkDelivery) {
    inbox.append(delivery)
    deliver()
  }

  /// Whether content from the counterpart waits for delivery.
  package var hasContentPending: Bool { inbox.contains { $0.isReceived } }

  /// Delivers the waiting content to the app, in order; a suspended app receives it when it is
  /// resumed.
  package func deliver() {
    guard state != .notActivated else { return }
    for delivery in inbox where !delivery.isDelivered {
      delivery.isDelivered = true
      onMain { [weak self] receiver in
        guard let self, inbox.contains(where: { $0 === delivery }) else { return }
        guard receiver.hasDelegate else {
          delivery.isDelivered = false
          return
        }
        receiver.received(delivery)
      }
    }
  }

  /// Handles the return of the delegate from a delivery, unless its process has ended.
  ///
  /// - Parameter isImplemented: false if the delegate has no method for the content.
  package func handled(
    _ delivery: WatchLinkDelivery, isImplemented: Bool, by process: AppProcess
  ) {
    guard process.process.state != .dead else { return }
    remove(delivery)
    service.link?.handled(delivery, isImplemented: isImplemented)
  }

  /// Keeps a delivery waiting until a delegate is set, because there was none.
  package func notHandled(_ delivery: WatchLinkDelivery) { delivery.isDelivered = false }

  private func remove(_ delivery: WatchLinkDelivery) {
    guard let i = inbox.firstIndex(where: { $0 === delivery }) else { return }
    inbox.remove(at: i)
    switch delivery.content {
    case .userInfo, .applicationContext, .message:
      post(.received(delivery.item, number: delivery.number))
    case .file(let file, _):
      post(.received(.file, number: delivery.number))
      if FileManager.default.fileExists(atPath: file.path) {
        report(.fileNotMoved(file.lastPathComponent))
      }
      Simulation.asSystem {
        try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
      }
    case .finished(_, nil): post(.finished(delivery.item, number: delivery.number))
    case .finished(_, let error?):
      post(.failed(delivery.item, number: delivery.number, code: error.rawValue))
    }
  }

  /// Removes a message that has ended.
  func drop(_ delivery: WatchLinkDelivery) { inbox.removeAll { $0 === delivery } }

  // MARK: Trace

  func post(_ event: TraceEvent.WatchLinkEvent) {
    device.post(.watchLink(event), process: app.nameInTraces)
  }

  func report(_ finding: Finding) {
    device.post(.finding(finding), process: app.nameInTraces)
  }
}

extension Container {
  /// Returns the folder in which a phone app keeps data of one watch.
  func watchDirectory(of watch: AppleDevice) -> URL {
    library.appending(
      path: "com.apple.watchconnectivity/\(watch.name)", directoryHint: .isDirectory)
  }
}

import Foundation
import VirtualTime

/// What one app has with the link: its session of this launch, and what waits for it in any launch.
final class WatchLinkEndpoint {
  let app: InstalledApp
  unowned let service: WatchLinkService
  private(set) var state = WatchLinkActivation.notActivated
  /// The launch whose session it is.
  private(set) var process: AppProcess?
  private weak var receiver: (any WatchLinkEventReceiver)?
  /// What the app is to be told, in order.
  private(set) var inbox: [WatchLinkDelivery] = []
  /// What it sent last, and what it received last (WC3).
  var applicationContext: Data?
  private(set) var receivedContext: Data?
  var budget: ComplicationBudget?
  /// What the app was told last of the other side.
  private var known: Surroundings?
  /// The last launch that was found not to have activated its session.
  private weak var reported: AppProcess?

  init(_ app: InstalledApp, _ service: WatchLinkService) {
    self.app = app
    self.service = service
  }

  var device: Device { service.device }
  private var now: VirtualInstant { service.now }

  // MARK: Session

  func open(_ process: AppProcess, _ receiver: any WatchLinkEventReceiver) {
    self.process = process
    self.receiver = receiver
  }

  /// `activate()`: answered asynchronously, at each call (WC1).
  func activate() {
    guard let process, let receiver else { return }
    guard receiver.hasDelegate else { return process.report(.noWatchLinkDelegate) }
    onMain { [unowned self] receiver in
      guard service.isSupported else { return receiver.activated(.notActivated, .sessionNotSupported) }
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

  /// A launch that had its chance to activate is suspended: what waits for that is told to nobody (WC1).
  func reportMissingActivation(_ process: AppProcess) {
    let waits = inbox.contains { if case .message = $0.content { false } else { true } }
    guard waits, state == .notActivated, reported !== process else { return }
    reported = process
    process.report(.receivedWithoutActivation)
  }

  /// Another watch takes over: what came from this one is told, then the session is over.
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

  /// The process is gone: what it was not told yet waits for the next launch; messages do not.
  func processEnded() {
    process = nil
    receiver = nil
    state = .notActivated
    known = nil
    inbox.removeAll { if case .message = $0.content { true } else { false } }
    for delivery in inbox { delivery.isHanded = false }
  }

  /// Calls the session on the main queue of the process, if that lives then.
  private func onMain(_ body: @escaping (any WatchLinkEventReceiver) -> Void) {
    guard let process else { return }
    process.process.onMain { [weak self] in
      if let self, self.process === process, let receiver = self.receiver { body(receiver) }
    }
  }

  /// Calls a handler of the session's launch; on its main queue.
  static func call(_ process: AppProcess, _ body: @escaping () -> Void) {
    process.process.onMain(body)
  }

  // MARK: The counterpart

  /// The app on the other device that belongs to this one, if it is installed (WC1).
  var counterpart: InstalledApp? { service.counterpart(of: app) }

  /// Why nothing can be sent to the counterpart at all; nil if it is there.
  var absence: WatchLinkError? {
    guard device.counterpart != nil else { return .deviceNotPaired }
    guard counterpart == nil else { return nil }
    switch device.profile.platform {
    case .iOS, .android: return .watchAppNotInstalled
    case .watchOS:
      return service.companion(of: app) == nil ? .watchOnlyApp : .companionAppNotInstalled
    }
  }

  /// Why a call cannot be served now; nil if it can.
  var refusal: WatchLinkError? {
    switch state {
    case .notActivated: .sessionNotActivated
    case .inactive: .sessionInactive
    case .activated: absence
    }
  }

  /// `isReachable` (WC2): the watch needs the phone in reach, the phone a watch app that runs.
  var isReachable: Bool {
    guard state == .activated, let counterpart, service.link?.radio != nil else { return false }
    switch device.profile.platform {
    case .watchOS: return app.runsCode
    case .iOS, .android: return counterpart.runsCode && service.isActivated(counterpart)
    }
  }

  /// What an app can read of the other side.
  private struct Surroundings: Equatable {
    var isReachable: Bool
    var isInstalled: Bool
    var isPaired: Bool
    var hasComplication: Bool
  }

  private var surroundings: Surroundings {
    Surroundings(
      isReachable: isReachable, isInstalled: counterpart != nil,
      isPaired: device.counterpart != nil, hasComplication: hasComplication)
  }

  /// Whether the watch app's complication is on the face.
  var hasComplication: Bool { counterpart.map { $0.hasComplicationOnFace } ?? false }

  /// Tells the app what is different from what it was told last; a suspended one when it runs again.
  func tellChanges() {
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

  // MARK: What comes

  /// What an arrived transfer is to the app; nil if the file cannot be read. A file is put into
  /// Documents/Inbox (WC4), in a folder named after its sender too: numbers are a link's own.
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
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: file, to: place)
    } catch {
      try? FileManager.default.removeItem(at: folder)
      return nil
    }
    return .file(place, metadata: transfer.payload)
  }

  /// Something came from the counterpart.
  func receive(_ delivery: WatchLinkDelivery) {
    if case .applicationContext(let context) = delivery.content {
      receivedContext = context
      // Only the latest is told (WC3).
      inbox.removeAll { if case .applicationContext = $0.content { !$0.isHanded } else { false } }
    }
    inbox.append(delivery)
    service.wake(self, for: delivery)
    deliver()
  }

  /// The app is told in this launch or a later one.
  func tell(_ delivery: WatchLinkDelivery) {
    inbox.append(delivery)
    deliver()
  }

  /// Whether something of the counterpart waits that the app was not told.
  var hasContentPending: Bool { inbox.contains { $0.isReceived } }

  /// Hands the app what waits, in order: a suspended one hears it when it runs again.
  func deliver() {
    guard state != .notActivated else { return }
    for delivery in inbox where !delivery.isHanded {
      delivery.isHanded = true
      onMain { [weak self] receiver in
        guard let self, inbox.contains(where: { $0 === delivery }) else { return }
        guard receiver.hasDelegate else {
          delivery.isHanded = false
          return
        }
        receiver.received(delivery)
      }
    }
  }

  /// The delegate has returned.
  func handled(_ delivery: WatchLinkDelivery) {
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
      try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
    case .finished(_, nil): post(.finished(delivery.item, number: delivery.number))
    case .finished(_, let error?):
      post(.failed(delivery.item, number: delivery.number, code: error.rawValue))
    }
  }

  /// A message that nobody waits for any more.
  func drop(_ delivery: WatchLinkDelivery) { inbox.removeAll { $0 === delivery } }

  // MARK: Trace

  func post(_ event: TraceEvent.WatchLinkEvent) {
    device.post(.watchLink(event), process: app.process?.name ?? app.definition.name)
  }

  func report(_ finding: Finding) { device.post(.finding(finding), process: app.process?.name ?? app.definition.name) }
}

internal import YobanSimulatedApple

/// Registers an app for VoIP pushes (CK1) and complication pushes (WC9), and receives them.
///
/// Create one in each launch, in `didFinishLaunching`, and keep it. Set the delegate before `desiredPushTypes`.
open class PKPushRegistry: NSObject {
  private let system: ServiceHandle<CallService>
  private let receiver: RegistryReceiver
  fileprivate let queue: DispatchQueue
  /// Set by the default implementations of the delegate's methods.
  var isUnimplemented = false

  /// A weak reference, as at Apple.
  open weak var delegate: (any PKPushRegistryDelegate)? {
    didSet {
      guard delegate != nil else { return }
      system("delegate") {
        $0.delegateWasSet(of: system.process)
        complications.delegateWasSet(of: system.process)
      }
    }
  }

  /// Registers for the types of pushes. The delegate receives the token soon, in each launch (CK1).
  ///
  /// Without the entitlement `aps-environment` it receives nothing, and for VoIP without the background mode `voip`.
  open var desiredPushTypes: Set<PKPushType>? { didSet { typesChanged(from: oldValue ?? []) } }

  /// - Parameter queue: that of the delegate's methods; nil for the main queue.
  public init(queue: DispatchQueue?) {
    let process = AppProcess.callingOnPhone("PKPushRegistry was created")
    system = ServiceHandle(process.app.appleDevice.calls, of: process, for: "PKPushRegistry")
    receiver = RegistryReceiver()
    self.queue = queue ?? .main
    super.init()
    receiver.registry = self
  }

  /// The token that the delegate has received in this launch; nil before, and for other types than VoIP and
  /// complication.
  open func pushToken(for type: PKPushType) -> Data? {
    system("pushToken(for:)") { service -> Data? in
      switch type {
      case .voIP: service.token(of: system.process)
      case .complication: complications.complicationToken(of: system.process)
      default: nil
      }
    } ?? nil
  }

  /// The service that has the pushes of the type complication.
  private var complications: WatchLinkService { system.process.app.appleDevice.watchLink }

  private func typesChanged(from old: Set<PKPushType>) {
    let types = desiredPushTypes ?? []
    for type in types.subtracting(old).map(\.rawValue).sorted()
    where ![PKPushType.voIP, .complication].map(\.rawValue).contains(type) {
      system.process.reportOnce(.ignoredPushType(type), for: type)
    }
    system("desiredPushTypes") { service in
      if types.contains(.voIP) {
        service.register(receiver, system.process)
      } else if old.contains(.voIP) {
        service.unregister(receiver, system.process)
      }
      if types.contains(.complication) {
        complications.register(receiver, system.process)
      } else if old.contains(.complication) {
        complications.unregister(receiver, system.process)
      }
    }
  }

  // MARK: Events

  fileprivate func received(_ token: Data, _ type: PKPushType) {
    system.process.noteCall("pushRegistry(_:didUpdate:for:)")
    delegate?.pushRegistry(self, didUpdate: PKPushCredentials(type, token), for: type)
  }

  fileprivate func invalidatedToken(_ type: PKPushType) {
    delegate?.pushRegistry(self, didInvalidatePushTokenFor: type)
  }

  /// Calls the first of the delegate's methods for a complication push that is implemented.
  fileprivate func received(complicationPush payload: String, done: @escaping () -> Void) {
    guard let delegate else { return done() }
    // Sendable: all are used by this app, which runs one thing at a time.
    nonisolated(unsafe) let (registry, done) = (self, done)
    let push = PKPushPayload(.complication, payload)
    isUnimplemented = false
    system.process.noteCall("didReceiveIncomingPushWith")
    delegate.pushRegistry(
      self, didReceiveIncomingPushWith: push, for: .complication, completion: { done() })
    guard isUnimplemented else { return }
    // Sendable: as above.
    nonisolated(unsafe) let (receiver, payload) = (delegate, push)
    Task {
      await receiver.pushRegistry(
        registry, didReceiveIncomingPushWith: payload, for: .complication)
      done()
    }
  }

  /// Calls the first of the delegate's methods that is implemented. The system looks for the call when it returns.
  fileprivate func received(_ delivery: VoIPPushDelivery) {
    guard let delegate else { return }
    let payload = PKPushPayload(.voIP, delivery.payload)
    let metadata = PKVoIPPushMetadata(mustReport: delivery.mustReport)
    let hasMetadata = system.process.app.device.profile.version >= "26.4"
    isUnimplemented = false
    system.process.noteCall("didReceiveIncomingPushWith")
    if hasMetadata {
      delegate.pushRegistry(
        self, didReceiveIncomingVoIPPushWith: payload, metadata: metadata, withCompletionHandler: {}
      )
      if !isUnimplemented { return system.service.handled(delivery) }
    }
    isUnimplemented = false
    delegate.pushRegistry(
      self, didReceiveIncomingPushWith: payload, for: .voIP, completion: {})
    if !isUnimplemented { return system.service.handled(delivery) }
    if delivery.mustReport {
      system.process.reportOnce(.asyncPush)
      if system.service.policy.judgesAsyncAtOnce { system.service.handled(delivery) }
    }
    receive(delivery, payload, hasMetadata ? metadata : nil, delegate)
  }

  /// Calls the first of the delegate's asynchronous methods that is implemented.
  private func receive(
    _ delivery: VoIPPushDelivery, _ payload: PKPushPayload, _ metadata: PKVoIPPushMetadata?,
    _ delegate: any PKPushRegistryDelegate
  ) {
    // Sendable: all are used by this app, which runs one thing at a time.
    nonisolated(unsafe) let (registry, delegate, payload, delivery) = (
      self, delegate, payload, delivery
    )
    Task {
      registry.isUnimplemented = metadata == nil
      if let metadata {
        await delegate.pushRegistry(
          registry, didReceiveIncomingVoIPPushWith: payload, metadata: metadata)
      }
      if registry.isUnimplemented {
        await delegate.pushRegistry(registry, didReceiveIncomingPushWith: payload, for: .voIP)
      }
      registry.system.service.handled(delivery)
    }
  }
}

/// Delivers the system's events to a registry on its queue, and does not keep the registry alive.
///
/// Sendable: it belongs to the process.
private final class RegistryReceiver: PushRegistryReceiver, ComplicationPushReceiver,
  @unchecked SimulationConfined
{
  weak var registry: PKPushRegistry?

  var hasDelegate: Bool { registry?.delegate != nil }

  func received(_ token: Data) { onQueue { $0.received(token, .voIP) } }
  func invalidatedToken() { onQueue { $0.invalidatedToken(.voIP) } }
  func received(complicationToken token: Data) { onQueue { $0.received(token, .complication) } }
  func invalidatedComplicationToken() { onQueue { $0.invalidatedToken(.complication) } }
  func received(complicationPush payload: String, done: @escaping () -> Void) {
    onQueue { $0.received(complicationPush: payload, done: done) }
  }
  func received(_ delivery: VoIPPushDelivery) { onQueue { $0.received(delivery) } }

  private func onQueue(_ body: @escaping (PKPushRegistry) -> Void) {
    guard let queue = registry?.queue else { return }
    if queue == .main { return registry.map(body) ?? () }
    nonisolated(unsafe) let body = body  // Sendable: it runs in this process
    queue.async { [self] in if let registry { body(registry) } }
  }
}

import AVFAudio
import CallKit
import PushKit
import UIKit
import YobanTesting
import YobanVirtualTime

/// The code of an app that calls; each line that it prints is compared by a test.
class Caller: NSObject, PKPushRegistryDelegate, CXProviderDelegate, CXCallObserverDelegate {
  /// The answers of the app to a push.
  enum Answer: Sendable { case reports, never, later, blocks(Double) }

  let provider: CXProvider
  let controller = CXCallController()
  var registry: PKPushRegistry?
  var answer = Answer.reports
  /// Whether it fulfills actions.
  var fulfills = true
  /// The identifier of the next call.
  var number = 0

  init(registersFor types: Set<PKPushType>? = [.voIP], queue: DispatchQueue? = nil) {
    provider = CXProvider(configuration: CXProviderConfiguration())
    super.init()
    provider.setDelegate(self, queue: queue)
    guard let types else { return }
    registry = PKPushRegistry(queue: queue)
    registry?.delegate = self
    registry?.desiredPushTypes = types
  }

  static func id(_ number: Int) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))
  }

  func report(_ name: String = "Ann", number: Int? = nil, holds: Bool = true) {
    let update = CXCallUpdate()
    update.remoteHandle = CXHandle(type: .phoneNumber, value: name)
    update.localizedCallerName = name
    update.supportsHolding = holds
    self.number += 1
    provider.reportNewIncomingCall(with: Self.id(number ?? self.number), update: update) { error in
      if let error = error as? CXErrorCodeIncomingCallError { print("not shown", error.code) }
    }
  }

  func ask(_ actions: CXAction...) {
    controller.request(CXTransaction(actions: actions)) { error in
      let error = error as? CXErrorCodeRequestTransactionError
      print("asked", error.map { "\($0.code)" } ?? "")
    }
  }

  // MARK: PushKit

  func pushRegistry(
    _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType
  ) {
    print("token", pushCredentials.token.count, registry.pushToken(for: type) != nil)
  }

  func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
    print("invalid", type == .voIP)
  }

  func pushRegistry(
    _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
    for type: PKPushType, completion: @escaping () -> Void
  ) { received(payload) }

  func received(_ payload: PKPushPayload) {
    print("push", payload.dictionaryPayload["n"] as? Int ?? 0)
    switch answer {
    case .reports: report()
    case .never: break
    case .later:
      nonisolated(unsafe) let caller = self  // it is used in this app only
      DispatchQueue.main.async { caller.report() }
    case .blocks(let seconds): Thread.sleep(forTimeInterval: seconds)
    }
  }

  // MARK: CallKit

  func providerDidReset(_ provider: CXProvider) { print("reset") }
  func providerDidBegin(_ provider: CXProvider) { print("begin") }
  func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
    complete(action, "start \(action.handle.value)")
  }
  func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
    complete(action, "answer")
  }
  func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
    complete(action, "end")
  }
  func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
    complete(action, "held \(action.isOnHold)")
  }
  func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
    complete(action, "muted \(action.isMuted)")
  }
  func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) {
    complete(action, "group")
  }
  func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
    complete(action, "digits \(action.digits) \(action.type == .singleTone)")
  }
  func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
    print("timed out", type(of: action), action.isComplete)
  }
  func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
    print("audio on")
  }
  func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
    print("audio off")
  }

  private func complete(_ action: CXCallAction, _ words: String) {
    print(words)
    if fulfills { action.fulfill() }
  }

  func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
    print("call", call.hasConnected, call.isOnHold, call.hasEnded, callObserver.calls.count)
  }
}

/// An app that takes one call at a time: it reports none for a push that comes during a call.
final class BusyCaller: Caller {
  override func received(_ payload: PKPushPayload) {
    if number > 0 { answer = .never }
    super.received(payload)
  }
}

/// An app that uses a queue of its own, and prints where it is called.
final class QueuedCaller: Caller {
  private static let name = DispatchSpecificKey<String>()

  init() {
    let queue = DispatchQueue(label: "calls")
    queue.setSpecific(key: Self.name, value: "calls")
    super.init(queue: queue)
  }

  private func place() -> String { DispatchQueue.getSpecific(key: Self.name) ?? "elsewhere" }

  override func received(_ payload: PKPushPayload) {
    print("push on", place())
    report()
  }

  override func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
    print("answer on", place())
    action.fulfill()
  }
}

/// The delegate of a registry that receives pushes with an asynchronous method.
final class AsyncReceiver: NSObject, PKPushRegistryDelegate {
  let caller: Caller
  /// Seconds until it reports the call; nil for never.
  let delay: Double?

  init(_ caller: Caller, delay: Double?) { (self.caller, self.delay) = (caller, delay) }

  func pushRegistry(
    _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType
  ) { print("token") }

  func pushRegistry(
    _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
    for type: PKPushType
  ) async {
    guard let delay else { return print("nothing") }
    try? await Task.sleep(for: .seconds(delay))
    caller.report()
  }
}

/// The delegate of a registry that receives pushes with metadata (iOS 26.4).
final class MetadataReceiver: NSObject, PKPushRegistryDelegate {
  let caller: Caller
  init(_ caller: Caller) { self.caller = caller }

  func pushRegistry(
    _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType
  ) {}

  func pushRegistry(
    _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
    metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping () -> Void
  ) {
    print("must report", metadata.mustReport)
    if metadata.mustReport { caller.report() }
    completion()
  }

  func pushRegistry(
    _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
    for type: PKPushType, completion: @escaping () -> Void
  ) {
    print("older form")
    caller.report()
  }
}

@MainActor enum CallingApp {
  static var caller: Caller { Kept.get("caller")! }

  nonisolated static func app(
    modes: [String] = ["voip"], entitlements: Entitlements = ["aps-environment"],
    _ answer: Caller.Answer = .reports,
    _ make: @escaping @MainActor @Sendable () -> Caller = { Caller() }
  ) -> AppFixture {
    var app = AppFixture { _ in
      let caller = make()
      caller.answer = answer
      Kept.of("caller", caller)
    }
    app.plist = InfoPlist(["UIBackgroundModes": modes])
    app.entitlements = entitlements
    return app
  }
}

extension Phone {
  /// Installs and opens an app that has its token, goes home, and waits until it is suspended.
  func suspended(_ fixture: AppFixture) async throws -> InstalledApp {
    let app = try install(fixture)
    await open(app)
    try await sleep(2)
    await goHome()
    try await sleep(60)
    return app
  }
}

extension World {
  /// The events of calls and VoIP pushes, as words.
  var callWords: [String] { trace.events.compactMap { $0.kind.phoneCall?.words } }
}

/// Waits, in seconds.
func sleep(_ seconds: Double) async throws { try await Task.sleep(for: .seconds(seconds)) }

internal import YobanSimulatedApple

/// An action of a call, which a provider must perform: it calls `fulfill()` or `fail()` before `timeoutDate` (CK5).
open class CXAction: NSObject {
  public let uuid: UUID
  open internal(set) var isComplete = false
  /// The time after which the system gives up.
  public let timeoutDate: Date
  /// Tells the system; nil for an action that the app has made.
  private var completion: ((Bool) -> Void)?

  public override init() {
    uuid = UUID()
    timeoutDate = .distantFuture
    super.init()
  }

  fileprivate init(_ action: CallAction, _ complete: @escaping (Bool) -> Void) {
    uuid = action.request.id
    timeoutDate = Date(timeIntervalSinceNow: action.timeout.seconds)
    completion = complete
    super.init()
  }

  /// The app has performed the action. A second call has no effect.
  open func fulfill() { complete(true) }
  /// The app cannot perform the action. A second call has no effect.
  open func fail() { complete(false) }

  private func complete(_ isFulfilled: Bool) {
    guard !isComplete else { return }
    isComplete = true
    completion?(isFulfilled)
  }

  /// The action that the system performs; nil for an action without a call.
  var request: CallActionRequest? { nil }
}

/// An action of one call.
open class CXCallAction: CXAction {
  public let callUUID: UUID
  /// The kind of the action; nil for the class that has no action of its own.
  var kind: CallActionKind? { nil }
  override var request: CallActionRequest? {
    kind.map { CallActionRequest(id: uuid, call: callUUID, kind: $0) }
  }

  public init(call callUUID: UUID) {
    self.callUUID = callUUID
    super.init()
  }

  fileprivate override init(_ action: CallAction, _ complete: @escaping (Bool) -> Void) {
    callUUID = action.request.call
    super.init(action, complete)
  }

  /// The action of the API for one of the system.
  static func make(
    _ action: CallAction, _ complete: @escaping (Bool) -> Void
  ) -> CXCallAction {
    switch action.request.kind {
    case .start(let handle, let isVideo):
      CXStartCallAction(action, CXHandle(handle), isVideo: isVideo, complete)
    case .answer: CXAnswerCallAction(action, complete)
    case .end: CXEndCallAction(action, complete)
    case .setHeld(let isOn): CXSetHeldCallAction(action, isOn, complete)
    case .setMuted(let isOn): CXSetMutedCallAction(action, isOn, complete)
    case .setGroup(let other): CXSetGroupCallAction(action, other, complete)
    case .playDTMF(let digits, let type): CXPlayDTMFCallAction(action, digits, type, complete)
    }
  }
}

/// Starts an outgoing call.
open class CXStartCallAction: CXCallAction {
  open var handle: CXHandle
  open var contactIdentifier: String?
  open var isVideo = false
  override var kind: CallActionKind? { .start(handle.handle, isVideo: isVideo) }

  public init(call callUUID: UUID, handle: CXHandle) {
    self.handle = handle
    super.init(call: callUUID)
  }

  fileprivate init(
    _ action: CallAction, _ handle: CXHandle, isVideo: Bool, _ complete: @escaping (Bool) -> Void
  ) {
    self.handle = handle
    super.init(action, complete)
    self.isVideo = isVideo
  }

  open func fulfill(withDateStarted dateStarted: Date) { fulfill() }
}

/// Answers a call that rings.
open class CXAnswerCallAction: CXCallAction {
  override var kind: CallActionKind? { .answer }
  open func fulfill(withDateConnected dateConnected: Date) { fulfill() }
}

/// Declines a call that rings, or hangs up.
open class CXEndCallAction: CXCallAction {
  override var kind: CallActionKind? { .end }
  open func fulfill(withDateEnded dateEnded: Date) { fulfill() }
}

/// Puts a call on hold, or resumes it.
open class CXSetHeldCallAction: CXCallAction {
  open var isOnHold: Bool
  override var kind: CallActionKind? { .setHeld(isOnHold) }

  public init(call callUUID: UUID, onHold: Bool) {
    isOnHold = onHold
    super.init(call: callUUID)
  }

  fileprivate init(_ action: CallAction, _ isOn: Bool, _ complete: @escaping (Bool) -> Void) {
    isOnHold = isOn
    super.init(action, complete)
  }
}

/// Mutes the microphone for a call, or unmutes it.
open class CXSetMutedCallAction: CXCallAction {
  open var isMuted: Bool
  override var kind: CallActionKind? { .setMuted(isMuted) }

  public init(call callUUID: UUID, muted: Bool) {
    isMuted = muted
    super.init(call: callUUID)
  }

  fileprivate init(_ action: CallAction, _ isOn: Bool, _ complete: @escaping (Bool) -> Void) {
    isMuted = isOn
    super.init(action, complete)
  }
}

/// Joins a call with another one, or separates it.
open class CXSetGroupCallAction: CXCallAction {
  open var callUUIDToGroupWith: UUID?
  override var kind: CallActionKind? { .setGroup(callUUIDToGroupWith) }

  public init(call callUUID: UUID, callUUIDToGroupWith: UUID?) {
    self.callUUIDToGroupWith = callUUIDToGroupWith
    super.init(call: callUUID)
  }

  fileprivate init(_ action: CallAction, _ other: UUID?, _ complete: @escaping (Bool) -> Void) {
    callUUIDToGroupWith = other
    super.init(action, complete)
  }
}

/// Plays the tones of the keypad.
open class CXPlayDTMFCallAction: CXCallAction {
  @nonexhaustive public enum ActionType: Int, Sendable {
    case singleTone = 1
    case softPause
    case hardPause
  }

  open var digits: String
  open var type: CXPlayDTMFCallAction.ActionType
  override var kind: CallActionKind? { .playDTMF(digits, type: type.rawValue) }

  public init(call callUUID: UUID, digits: String, type: CXPlayDTMFCallAction.ActionType) {
    (self.digits, self.type) = (digits, type)
    super.init(call: callUUID)
  }

  fileprivate init(
    _ action: CallAction, _ digits: String, _ type: Int, _ complete: @escaping (Bool) -> Void
  ) {
    self.digits = digits
    self.type = ActionType(rawValue: type) ?? .singleTone
    super.init(action, complete)
  }
}

internal import YobanSimulatedApple

/// A view that calls actions when the user touches it.
@preconcurrency @MainActor open class UIControl: UIView {
  /// An action of a target, or an action with a closure.
  private struct Handler {
    /// Targets are not retained, as on a device.
    weak var target: AnyObject? = nil
    var hasTarget: Bool
    var selector: Selector? = nil
    var action: UIAction? = nil
    var events: Event
  }

  private var handlers: [Handler] = []
  open var isEnabled = true { didSet { keyValuesChanged(of: self) } }
  open var isSelected = false { didSet { keyValuesChanged(of: self) } }
  open var isHighlighted = false { didSet { keyValuesChanged(of: self) } }
  open var contentHorizontalAlignment = ContentHorizontalAlignment.center
  open var contentVerticalAlignment = ContentVerticalAlignment.center

  @nonexhaustive public enum ContentHorizontalAlignment: Int, Sendable {
    case center = 0
    case left, right, fill, leading, trailing
  }

  @nonexhaustive public enum ContentVerticalAlignment: Int, Sendable {
    case center = 0
    case top, bottom, fill
  }

  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public convenience init(frame: CGRect, primaryAction: UIAction?) {
    self.init(frame: frame)
    if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
  }

  open var state: State {
    var state = State.normal
    if isHighlighted { state.insert(.highlighted) }
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    return state
  }

  // MARK: Target and action

  /// Adds an action. The target is not retained; nil sends the action along the responder chain.
  open func addTarget(_ target: Any?, action: Selector, for controlEvents: Event) {
    let object = target.map { $0 as AnyObject }
    if let index = handlers.firstIndex(where: { $0.selector == action && $0.target === object }) {
      handlers[index].events.formUnion(controlEvents)
    } else {
      handlers.append(
        Handler(target: object, hasTarget: object != nil, selector: action, events: controlEvents))
    }
  }

  /// Removes actions; nil stands for all targets or for all actions.
  open func removeTarget(_ target: Any?, action: Selector?, for controlEvents: Event) {
    let object = target.map { $0 as AnyObject }
    remove(controlEvents) { handler in
      handler.selector != nil && (object == nil || handler.target === object)
        && (action == nil || handler.selector == action)
    }
  }

  /// Adds an action with a closure, in place of one with the same identifier.
  open func addAction(_ action: UIAction, for controlEvents: Event) {
    SystemAPI.controlAction.reportIfTooNew()
    removeAction(identifiedBy: action.identifier, for: controlEvents)
    if let index = handlers.firstIndex(where: { $0.action === action }) {
      handlers[index].events.formUnion(controlEvents)
    } else {
      handlers.append(Handler(hasTarget: false, action: action, events: controlEvents))
    }
  }

  open func removeAction(_ action: UIAction, for controlEvents: Event) {
    remove(controlEvents) { $0.action === action }
  }

  open func removeAction(
    identifiedBy actionIdentifier: UIAction.Identifier, for controlEvents: Event
  ) {
    remove(controlEvents) { $0.action?.identifier == actionIdentifier }
  }

  private func remove(_ events: Event, where isRemoved: (Handler) -> Bool) {
    for index in handlers.indices where isRemoved(handlers[index]) {
      handlers[index].events.subtract(events)
    }
    handlers.removeAll { $0.events.isEmpty }
  }

  open var allTargets: Set<AnyHashable> {
    Set(handlers.compactMap { $0.target as? AnyHashable })
  }

  open var allControlEvents: Event { handlers.reduce(into: []) { $0.formUnion($1.events) } }

  /// The names of the actions of a target for an event; nil if there is none.
  open func actions(forTarget target: Any?, forControlEvent controlEvent: Event) -> [String]? {
    let object = target.map { $0 as AnyObject }
    let names = handlers.filter {
      $0.target === object && !$0.events.isDisjoint(with: controlEvent)
    }.compactMap { $0.selector.map(NSStringFromSelector) }
    return names.isEmpty ? nil : names
  }

  // MARK: Sending

  /// Calls the actions of events, in the order in which they were added.
  open func sendActions(for controlEvents: Event) { send(controlEvents, nil) }

  open func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
    guard let receiver = target ?? receiver(of: action) else { return }
    action.send(to: receiver, self, event)
  }

  open func sendAction(_ action: UIAction) { action.perform(sender: self) }

  func send(_ events: Event, _ event: UIEvent?) {
    for handler in handlers where !handler.events.isDisjoint(with: events) {
      if let action = handler.action {
        sendAction(action)
      } else if let selector = handler.selector, !handler.hasTarget || handler.target != nil {
        sendAction(selector, to: handler.target, for: event)
      }
    }
  }

  /// The first object of the responder chain with the method.
  private func receiver(of action: Selector) -> UIResponder? {
    var responder: UIResponder? = self
    while let current = responder, !action.isImplemented(by: current) { responder = current.next }
    return responder
  }

  /// Sends the events of a touch that goes down and up inside the control.
  func touch() {
    let event = UIEvent()
    isHighlighted = true
    send(.touchDown, event)
    isHighlighted = false
    send(.touchUpInside, event)
    if sendsPrimaryActionOnTouch { send(.primaryActionTriggered, event) }
  }

  /// Whether a touch is the primary action, as it is for a button.
  var sendsPrimaryActionOnTouch: Bool { false }
}

/// The event of a touch. It has no touches.
@preconcurrency @MainActor open class UIEvent: NSObject {
  @nonexhaustive public enum EventType: Int, Sendable {
    case touches = 0
    case motion, remoteControl, presses
    case scroll = 10
    case hover = 11
    case transform = 14
  }

  @nonexhaustive public enum EventSubtype: Int, Sendable {
    case none = 0
    case motionShake = 1
    case remoteControlPlay = 100
    case remoteControlPause, remoteControlStop, remoteControlTogglePlayPause
    case remoteControlNextTrack, remoteControlPreviousTrack
    case remoteControlBeginSeekingBackward, remoteControlEndSeekingBackward
    case remoteControlBeginSeekingForward, remoteControlEndSeekingForward
  }

  open var type: EventType { .touches }
  open var subtype: EventSubtype { .none }
  open var timestamp: TimeInterval { ProcessInfo.processInfo.systemUptime }
  open var allTouches: Set<UITouch>? { nil }
  open func touches(for view: UIView) -> Set<UITouch>? { nil }
}

/// A finger on the screen. None is made here: a test taps controls and views as a whole.
@preconcurrency @MainActor open class UITouch: NSObject {
  @nonexhaustive public enum Phase: Int, Sendable {
    case began = 0
    case moved, stationary, ended, cancelled
  }

  open var phase: Phase { .ended }
  open var tapCount: Int { 1 }
  open var timestamp: TimeInterval { 0 }
  open var view: UIView? { nil }
  open var window: UIWindow? { nil }
  open var force: CGFloat { 0 }
  open var maximumPossibleForce: CGFloat { 0 }
  open var majorRadius: CGFloat { 0 }
  open func location(in view: UIView?) -> CGPoint { .zero }
  open func previousLocation(in view: UIView?) -> CGPoint { .zero }
}

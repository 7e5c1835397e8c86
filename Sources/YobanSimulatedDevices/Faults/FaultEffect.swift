import YobanSimulatedRadio

/// The effect of a fault on an app, a device or an accessory.
package struct FaultEffect: Sendable {
  /// Ends a fault that lasts.
  package typealias End = () -> Void

  /// An object of the world that meets a fault.
  package enum Object {
    case app(InstalledApp)
    case device(Device)
    case accessory(Accessory)
  }

  /// The effect of a fault that begins just before a call of an app on a file.
  package struct InCall {
    /// The answer to the call.
    package var answer: SystemCallAnswer
    /// Ends a fault that outlasts the call; nil if it does not.
    package var end: End?

    package init(_ answer: SystemCallAnswer, end: End? = nil) {
      (self.answer, self.end) = (answer, end)
    }
  }

  package let target: FaultKind.Target
  /// Whether the fault could ever happen to the object, at some moment.
  package let canHappen: @Sendable (Object) -> Bool
  /// Whether the object is in a state, beyond `FaultKind.need`, in which the fault can begin.
  package let canBegin: @Sendable (Object) -> Bool
  /// Begins the fault. Returns when the user's action has ended, if it is one, and what ends the fault.
  package let begin: @Sendable (Object) async -> End?
  /// Begins the fault inside a call of the app, or of an app of the device; nil if it can only begin when the
  /// code that makes the call returns.
  package let beginInCall: (@Sendable (Object) -> InCall)?

  private init<Kind>(
    _ target: FaultKind.Target, _ object: @escaping @Sendable (Object) -> Kind?,
    _ canHappen: @escaping @Sendable (Kind) -> Bool,
    _ canBegin: @escaping @Sendable (Kind) -> Bool,
    _ inCall: (@Sendable (Kind) -> InCall)?,
    _ begin: @escaping @Sendable (Kind) async -> End?
  ) {
    self.target = target
    self.canHappen = { object($0).map(canHappen) ?? false }
    self.canBegin = { object($0).map(canBegin) ?? false }
    self.begin = {
      guard let target = object($0) else { return nil }
      return await begin(target)
    }
    guard let inCall else {
      beginInCall = nil
      return
    }
    beginInCall = {
      guard let target = object($0) else { return InCall(.proceed) }
      return inCall(target)
    }
  }

  // MARK: Apps

  /// A fault of an app that happens at one moment.
  package static func app(
    if canHappen: @escaping @Sendable (InstalledApp) -> Bool = { _ in true },
    when canBegin: @escaping @Sendable (InstalledApp) -> Bool = { _ in true },
    inCall: (@Sendable (InstalledApp) -> InCall)? = nil,
    _ begin: @escaping @Sendable (InstalledApp) async -> Void
  ) -> FaultEffect {
    app(
      if: canHappen, when: canBegin, inCall: inCall,
      lasting: {
        await begin($0); return nil
      })
  }

  /// A fault of an app that lasts.
  package static func app(
    if canHappen: @escaping @Sendable (InstalledApp) -> Bool = { _ in true },
    when canBegin: @escaping @Sendable (InstalledApp) -> Bool = { _ in true },
    inCall: (@Sendable (InstalledApp) -> InCall)? = nil,
    lasting begin: @escaping @Sendable (InstalledApp) async -> End?
  ) -> FaultEffect {
    FaultEffect(
      .app, { if case .app(let app) = $0 { app } else { nil } }, canHappen, canBegin, inCall, begin)
  }

  // MARK: Devices

  /// A fault of a device that happens at one moment.
  package static func device(
    if canHappen: @escaping @Sendable (Device) -> Bool = { _ in true },
    inCall: (@Sendable (Device) -> InCall)? = nil,
    _ begin: @escaping @Sendable (Device) async -> Void
  ) -> FaultEffect {
    device(
      if: canHappen, inCall: inCall,
      lasting: {
        await begin($0); return nil
      })
  }

  /// A fault of a device that lasts.
  package static func device(
    if canHappen: @escaping @Sendable (Device) -> Bool = { _ in true },
    inCall: (@Sendable (Device) -> InCall)? = nil,
    lasting begin: @escaping @Sendable (Device) async -> End?
  ) -> FaultEffect {
    FaultEffect(
      .device, { if case .device(let device) = $0 { device } else { nil } }, canHappen,
      { _ in true }, inCall, begin)
  }

  // MARK: Accessories

  /// A fault of an accessory that happens at one moment.
  package static func accessory(
    if canHappen: @escaping @Sendable (Accessory) -> Bool = { _ in true },
    _ begin: @escaping @Sendable (Accessory) -> Void
  ) -> FaultEffect {
    accessory(
      if: canHappen,
      lasting: {
        begin($0); return nil
      })
  }

  /// A fault of an accessory that lasts.
  package static func accessory(
    if canHappen: @escaping @Sendable (Accessory) -> Bool = { _ in true },
    lasting begin: @escaping @Sendable (Accessory) -> End?
  ) -> FaultEffect {
    FaultEffect(
      .accessory, { if case .accessory(let accessory) = $0 { accessory } else { nil } }, canHappen,
      { _ in true }, nil, { begin($0) })
  }
}

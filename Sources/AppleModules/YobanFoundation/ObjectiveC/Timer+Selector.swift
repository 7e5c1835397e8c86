import Foundation

/// A protocol of `Timer` only: an initializer of a protocol can make an instance of a subclass.
public protocol TimerWithTarget {}

extension Timer {
  /// A timer that never fires and is not valid: what `Timer()` is. Ported code calls this, because Foundation for Linux
  /// does not have the initializer.
  public static func unscheduled() -> Timer {
    let timer = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
    timer.invalidate()
    return timer
  }
}

extension Timer: TimerWithTarget {
  /// Makes a timer, and adds it to the current run loop in the default mode.
  @discardableResult public class func scheduledTimer(
    timeInterval ti: TimeInterval, target aTarget: Any, selector aSelector: Selector,
    userInfo: Any?, repeats yesOrNo: Bool
  ) -> Timer {
    let timer = Timer(
      timeInterval: ti, target: aTarget, selector: aSelector, userInfo: userInfo, repeats: yesOrNo)
    RunLoop.current.add(timer, forMode: .default)
    return timer
  }
}

extension TimerWithTarget {
  /// Makes a timer that calls a method of the target with the timer. Add it to a run loop.
  ///
  /// The timer retains the target until it is invalidated.
  public init(
    timeInterval ti: TimeInterval, target aTarget: Any, selector aSelector: Selector,
    userInfo: Any?, repeats yesOrNo: Bool
  ) {
    self.init(
      fireAt: Date(timeIntervalSinceNow: ti > 0 ? ti : 0.0001), interval: ti, target: aTarget,
      selector: aSelector, userInfo: userInfo, repeats: yesOrNo)
  }

  /// Makes a timer that fires at a date for the first time. Add it to a run loop.
  public init(
    fireAt date: Date, interval ti: TimeInterval, target t: Any, selector s: Selector,
    userInfo ui: Any?, repeats rep: Bool
  ) {
    self = SelectorTimer(fire: date, interval: ti, target: t, selector: s, ui, rep) as! Self
  }
}

/// A timer that calls a method of a target. It releases the target when it is invalidated, also by
/// firing for the only time.
private final class SelectorTimer: Timer {
  /// Sendable: it is used on the thread of the timer's run loop.
  private final class Message: @unchecked Sendable {
    var target: Any?
    var information: Any?

    init(_ target: Any, _ information: Any?) {
      self.target = target
      self.information = information
    }
  }
  private let message: Message

  init(
    fire date: Date, interval: TimeInterval, target: Any, selector: Selector, _ information: Any?,
    _ repeats: Bool
  ) {
    let message = Message(target, information)
    self.message = message
    super.init(fire: date, interval: interval, repeats: repeats) { timer in
      guard let target = message.target else { return }
      selector.send(to: target, timer)
      if !repeats { message.target = nil }
    }
  }

  override var userInfo: Any? { message.information }

  override func invalidate() {
    super.invalidate()
    message.target = nil
  }
}

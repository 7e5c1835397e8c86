import Foundation
internal import YobanSimulatedDevices

extension NSObjectProtocol {
  /// Calls the method with this selector. The result is nil if the method has none, or if it is not
  /// an object.
  @discardableResult public func perform(_ aSelector: Selector!) -> Unmanaged<AnyObject>! {
    Self.unmanaged(aSelector.send(to: self, with: []))
  }

  @discardableResult public func perform(
    _ aSelector: Selector!, with object: Any!
  ) -> Unmanaged<AnyObject>! {
    Self.unmanaged(aSelector.send(to: self, with: [object as Any?]))
  }

  @discardableResult public func perform(
    _ aSelector: Selector!, with object1: Any!, with object2: Any!
  ) -> Unmanaged<AnyObject>! {
    Self.unmanaged(aSelector.send(to: self, with: [object1 as Any?, object2 as Any?]))
  }

  /// Returns whether the object has a method with this selector.
  public func responds(to aSelector: Selector!) -> Bool {
    guard let aSelector else { return false }
    return aSelector.isImplemented(by: self)
  }

  private static func unmanaged(_ result: Any?) -> Unmanaged<AnyObject>? {
    guard let result else { return nil }
    let object = result as AnyObject
    // The caller does not own the result. On Apple's systems, an autorelease pool keeps it for the
    // current turn of the main loop. Sendable: only the release happens later.
    nonisolated(unsafe) let kept = object
    DispatchQueue.main.async { withExtendedLifetime(kept) {} }
    return Unmanaged.passUnretained(object)
  }
}

extension NSObject {
  /// Calls the method after a delay, on the current thread's run loop. A request can be canceled.
  public func perform(
    _ aSelector: Selector, with anArgument: Any?, afterDelay delay: TimeInterval
  ) {
    perform(aSelector, with: anArgument, afterDelay: delay, inModes: [.default])
  }

  public func perform(
    _ aSelector: Selector, with anArgument: Any?, afterDelay delay: TimeInterval,
    inModes modes: [RunLoop.Mode]
  ) {
    DelayedMessages.current.add(
      target: self, selector: aSelector, argument: anArgument, delay: delay, modes: modes)
  }

  public class func cancelPreviousPerformRequests(withTarget aTarget: Any) {
    DelayedMessages.current.cancel(target: aTarget) { _ in true }
  }

  /// Cancels the requests with an equal selector and argument.
  public class func cancelPreviousPerformRequests(
    withTarget aTarget: Any, selector aSelector: Selector, object anArgument: Any?
  ) {
    DelayedMessages.current.cancel(target: aTarget) {
      $0.selector == aSelector && $0.isArgument(equalTo: anArgument)
    }
  }

  /// Calls the method on the main thread: later, or at once if the caller waits on the main thread.
  public func performSelector(
    onMainThread aSelector: Selector, with arg: Any?, waitUntilDone wait: Bool
  ) {
    // The main thread is the only user of the target and the argument until the method returns, or
    // the caller shares them between threads, as in Objective-C.
    nonisolated(unsafe) let message = (target: self, argument: arg)  // Sendable: see above
    let send: @Sendable () -> Void = { aSelector.send(to: message.target, message.argument) }
    if !wait {
      DispatchQueue.main.async(execute: send)
    } else if Thread.isMainThread {
      send()
    } else {
      DispatchQueue.main.sync(execute: send)
    }
  }

  /// Calls the method on a thread of its own.
  public func performSelector(inBackground aSelector: Selector, with arg: Any?) {
    nonisolated(unsafe) let message = (target: self, argument: arg)  // Sendable: see onMainThread
    Thread.detachNewThread { aSelector.send(to: message.target, message.argument) }
  }
}

/// The requests of `perform(_:with:afterDelay:)` that are not yet due. Each simulated process has its
/// own.
///
/// Sendable: the lock protects the requests.
final class DelayedMessages: @unchecked Sendable {
  struct Request {
    let target: NSObject
    let selector: Selector
    let argument: Any?
    let timer: Timer

    func isArgument(equalTo other: Any?) -> Bool {
      switch (argument, other) {
      case (nil, nil): true
      case (let mine?, let other?):
        if let mine = mine as? AnyHashable, let other = other as? AnyHashable {
          mine == other
        } else {
          mine as AnyObject === other as AnyObject
        }
      default: false
      }
    }
  }

  private static let outsideOfApps = DelayedMessages()
  private let lock = NSLock()
  private var requests: [Request] = []

  static var current: DelayedMessages {
    guard let app = AppProcess.current else { return outsideOfApps }
    return app.process.resident(DelayedMessages.self) { DelayedMessages() }
  }

  func add(
    target: NSObject, selector: Selector, argument: Any?, delay: TimeInterval,
    modes: [RunLoop.Mode]
  ) {
    let fireDate = Date(timeIntervalSinceNow: delay > 0 ? delay : 0.0001)
    let timer = Timer(fire: fireDate, interval: 0, repeats: false) { [self] timer in
      guard let request = take(where: { $0.timer === timer }).first else { return }
      request.selector.send(to: request.target, request.argument)
    }
    lock.withLock {
      requests.append(
        Request(target: target, selector: selector, argument: argument, timer: timer))
    }
    for mode in modes { RunLoop.current.add(timer, forMode: mode) }
  }

  func cancel(target: Any, where isCanceled: (Request) -> Bool) {
    let canceled = take { $0.target === target as AnyObject && isCanceled($0) }
    for request in canceled { request.timer.invalidate() }
  }

  private func take(where isTaken: (Request) -> Bool) -> [Request] {
    lock.withLock {
      let taken = requests.filter(isTaken)
      requests.removeAll(where: isTaken)
      return taken
    }
  }
}

internal import YobanVirtualTime

/// The delegate of the app's own class, which an adaptor such as `UIApplicationDelegateAdaptor` creates.
/// It is created once in a process.
@MainActor final class AdoptedDelegate {
  private(set) var delegate: NSObject?
  var sceneDelegateClass: AnyClass?

  nonisolated init() {}

  static var current: AdoptedDelegate {
    Simulation.current!.currentProcess.resident(AdoptedDelegate.self) { .init() }
  }

  func adopt<Delegate: NSObject>(_ type: Delegate.Type) -> Delegate {
    if let known = delegate as? Delegate { return known }
    let made = makeObject(of: type) as! Delegate
    delegate = made
    return made
  }

  /// Puts a delegate that the app's views observe into the environment of the app.
  func provide<Delegate: NSObject & ObservableObject>(
    _ delegate: Delegate, to node: Node, slot: Int
  ) {
    node.environment.setObject(delegate, as: Delegate.self)
    node.slot(slot) { ObjectSubscription() }.follow(delegate, for: node)
  }

  /// The same for a delegate that is `@Observable`.
  func provide<Delegate: NSObject & Observable>(_ delegate: Delegate, to node: Node) {
    node.environment.setObject(delegate, as: Delegate.self)
  }
}

/// Creates an app delegate, which receives UIKit's calls.
@MainActor @preconcurrency @propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType>: DynamicProperty
where DelegateType: NSObject, DelegateType: UIApplicationDelegate {
  public let wrappedValue: DelegateType
  private let provide: (DelegateType, Node, Int) -> Void

  public init(_ delegateType: DelegateType.Type = DelegateType.self) {
    wrappedValue = AdoptedDelegate.current.adopt(delegateType)
    provide = { _, _, _ in }
  }
}

extension UIApplicationDelegateAdaptor where DelegateType: ObservableObject {
  /// Creates an app delegate that the app's views observe. It is in their environment.
  public init(_ delegateType: DelegateType.Type = DelegateType.self) {
    wrappedValue = AdoptedDelegate.current.adopt(delegateType)
    provide = { AdoptedDelegate.current.provide($0, to: $1, slot: $2) }
  }

  public var projectedValue: ObservedObject<DelegateType>.Wrapper {
    ObservedObject<DelegateType>.Wrapper(root: wrappedValue)
  }
}

extension UIApplicationDelegateAdaptor where DelegateType: Observable {
  /// Creates an app delegate that the app's views observe. It is in their environment.
  public init(_ delegateType: DelegateType.Type = DelegateType.self) {
    wrappedValue = AdoptedDelegate.current.adopt(delegateType)
    provide = { delegate, node, _ in AdoptedDelegate.current.provide(delegate, to: node) }
  }
}

extension UIApplicationDelegateAdaptor: @MainActor NodeProperty {
  mutating func connect(to node: Node, slot: Int) { provide(wrappedValue, node, slot) }
}

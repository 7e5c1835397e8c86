internal import YobanSimulatedApple
public import Combine

/// Keeps a subscription to an object as long as the object and the node stay the same.
final class ObjectSubscription: NodeResource, @unchecked SimulationConfined {
  private var object: AnyObject?
  private var subscription: AnyCancellable?

  func follow<Object: ObservableObject>(_ object: Object, for node: Node) {
    guard self.object !== object else { return }
    self.object = object
    subscription = AnyCancellable(
      object.objectWillChange.sink { [weak node] _ in node?.invalidate() })
  }

  func end() {
    subscription = nil
    object = nil
  }
}

/// An object whose changes update the view.
@MainActor @preconcurrency @propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
  /// Makes bindings to the object's properties.
  @MainActor @preconcurrency @dynamicMemberLookup public struct Wrapper {
    let root: ObjectType

    public subscript<Subject>(
      dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>
    ) -> Binding<Subject> {
      let root = root
      return Binding(reading: { root[keyPath: keyPath] }) { value, _ in
        root[keyPath: keyPath] = value
      }
    }
  }

  public var wrappedValue: ObjectType

  public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
  public init(initialValue: ObjectType) { wrappedValue = initialValue }

  public var projectedValue: Wrapper { Wrapper(root: wrappedValue) }
}

extension ObservedObject: @MainActor NodeProperty {
  @MainActor mutating func connect(to node: Node, slot: Int) {
    node.slot(slot) { ObjectSubscription() }.follow(wrappedValue, for: node)
  }
}

/// An object that belongs to a view: it is created once, and lives as long as the view has a place in the
/// tree.
@MainActor @preconcurrency @propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
  private final class Storage: NodeResource, @unchecked SimulationConfined {
    let object: ObjectType
    let subscription = ObjectSubscription()
    init(_ object: ObjectType) { self.object = object }
    func end() { subscription.end() }
  }

  // Sendable: called on the main actor only.
  nonisolated(unsafe) private let make: () -> ObjectType
  private var storage: Storage?

  nonisolated public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {
    make = thunk
  }

  /// The object. Before the view has a place in the tree, each use creates another one.
  public var wrappedValue: ObjectType { storage?.object ?? make() }
  public var projectedValue: ObservedObject<ObjectType>.Wrapper {
    ObservedObject<ObjectType>.Wrapper(root: wrappedValue)
  }
}

extension StateObject: @MainActor NodeProperty {
  @MainActor mutating func connect(to node: Node, slot: Int) {
    let storage = node.slot(slot) { Storage(make()) }
    storage.subscription.follow(storage.object, for: node)
    self.storage = storage
  }
}

/// An object that a view above has put into the environment.
@MainActor @preconcurrency @propertyWrapper
public struct EnvironmentObject<ObjectType: ObservableObject>: DynamicProperty {
  @MainActor @preconcurrency @dynamicMemberLookup public struct Wrapper {
    let root: ObjectType

    public subscript<Subject>(
      dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>
    ) -> Binding<Subject> {
      ObservedObject<ObjectType>.Wrapper(root: root)[dynamicMember: keyPath]
    }
  }

  private var object: ObjectType?

  public init() {}

  public var wrappedValue: ObjectType {
    guard let object else {
      MissingEnvironment.raise(
        "No ObservableObject of type \(ObjectType.self) found. A View.environmentObject(_:) for \(ObjectType.self) may be missing as an ancestor of this view."
      )
    }
    return object
  }

  public var projectedValue: Wrapper { Wrapper(root: wrappedValue) }
}

extension EnvironmentObject: @MainActor NodeProperty {
  @MainActor mutating func connect(to node: Node, slot: Int) {
    let read = { (environment: EnvironmentValues) in environment.object(ObjectType.self) }
    object = read(node.environment)
    node.noteRead(object.map(ObjectIdentifier.init)) { read($0).map(ObjectIdentifier.init) }
    guard let object else { return }
    node.slot(slot) { ObjectSubscription() }.follow(object, for: node)
  }
}

/// Makes bindings to the properties of an observable object.
@dynamicMemberLookup @propertyWrapper public struct Bindable<Value> {
  public var wrappedValue: Value
  public var projectedValue: Bindable<Value> { self }

  init(object: Value) {
    SystemAPI.bindable.reportIfTooNew()
    wrappedValue = object
  }

  @available(
    *, unavailable, message: "The wrapped value must be an object that conforms to Observable"
  )
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Bindable where Value: AnyObject {
  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    let object = wrappedValue
    return Binding(reading: { object[keyPath: keyPath] }) { value, _ in
      object[keyPath: keyPath] = value
    }
  }
}

extension Bindable where Value: Observable, Value: AnyObject {
  public init(wrappedValue: Value) { self.init(object: wrappedValue) }
  public init(_ wrappedValue: Value) { self.init(object: wrappedValue) }
  public init(projectedValue: Bindable<Value>) { self = projectedValue }
}

extension Bindable: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

extension Bindable: DynamicProperty {}
extension Bindable: Sendable where Value: Sendable {}

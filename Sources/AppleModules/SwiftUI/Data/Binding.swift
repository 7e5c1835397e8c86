/// A value that can be read and written, and that another place stores.
@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  private let read: () -> Value
  private let write: (Value, Transaction) -> Void
  public var transaction = Transaction()

  @preconcurrency public init(
    @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
    @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {
    // A closure of an actor is called without a switch to it: views use bindings on the main actor.
    let write = unsafeBitCast(set, to: ((Value) -> Void).self)
    self.init(reading: unsafeBitCast(get, to: (() -> Value).self)) { value, _ in write(value) }
  }

  @preconcurrency public init(
    @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
    @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value, Transaction) -> Void
  ) {
    self.init(
      reading: unsafeBitCast(get, to: (() -> Value).self),
      unsafeBitCast(set, to: ((Value, Transaction) -> Void).self))
  }

  init(reading read: @escaping () -> Value, _ write: @escaping (Value, Transaction) -> Void) {
    self.read = read
    self.write = write
  }

  init(_ location: StateLocation<Value>) {
    self.init(reading: { location.value }) { value, _ in location.value = value }
  }

  public init(projectedValue: Binding<Value>) { self = projectedValue }

  /// A binding whose value cannot be changed.
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(reading: { value }) { _, _ in }
  }

  public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue, transaction) }
  }

  public var projectedValue: Binding<Value> { self }

  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    Binding<Subject>(reading: { wrappedValue[keyPath: keyPath] }) { value, _ in
      wrappedValue[keyPath: keyPath] = value
    }
  }

  public func transaction(_ transaction: Transaction) -> Binding<Value> {
    var copy = self
    copy.transaction = transaction
    return copy
  }

  public func animation(_ animation: Animation? = .default) -> Binding<Value> {
    transaction(Transaction(animation: animation))
  }
}

extension Binding {
  /// A binding to an optional value.
  public init<V>(_ base: Binding<V>) where Value == V? {
    self.init(reading: { base.wrappedValue }) { value, _ in
      if let value { base.wrappedValue = value }
    }
  }

  /// A binding to the value, or nil if there is none.
  public init?(_ base: Binding<Value?>) {
    guard let first = base.wrappedValue else { return nil }
    self.init(reading: { base.wrappedValue ?? first }) { value, _ in base.wrappedValue = value }
  }

  public init<V: Hashable>(_ base: Binding<V>) where Value == AnyHashable {
    self.init(reading: { AnyHashable(base.wrappedValue) }) { value, _ in
      if let value = value.base as? V { base.wrappedValue = value }
    }
  }
}

/// Sendable: as Apple's; reading and writing stay with the thread that the value belongs to.
extension Binding: @unchecked Sendable where Value: Sendable {}
extension Binding: DynamicProperty {}

extension Binding: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

extension Binding: Sequence where Value: MutableCollection {
  public typealias Element = Binding<Value.Element>
  public typealias Iterator = IndexingIterator<Binding<Value>>
  public typealias SubSequence = Slice<Binding<Value>>
}

extension Binding: Collection where Value: MutableCollection {
  public typealias Index = Value.Index
  public typealias Indices = Value.Indices
  public var startIndex: Index { wrappedValue.startIndex }
  public var endIndex: Index { wrappedValue.endIndex }
  public var indices: Value.Indices { wrappedValue.indices }
  public func index(after i: Index) -> Index { wrappedValue.index(after: i) }
  public func formIndex(after i: inout Index) { wrappedValue.formIndex(after: &i) }
  public subscript(position: Index) -> Binding<Value.Element> {
    Binding<Value.Element>(reading: { wrappedValue[position] }) { value, _ in
      wrappedValue[position] = value
    }
  }
}

extension Binding: BidirectionalCollection
where Value: BidirectionalCollection, Value: MutableCollection {
  public func index(before i: Index) -> Index { wrappedValue.index(before: i) }
  public func formIndex(before i: inout Index) { wrappedValue.formIndex(before: &i) }
}

extension Binding: RandomAccessCollection
where Value: MutableCollection, Value: RandomAccessCollection {}

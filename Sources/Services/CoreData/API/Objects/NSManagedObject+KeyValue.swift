import YobanFoundation
internal import YobanSimulatedApple

extension NSManagedObject: KeyValueCoding {
  package func codedValue(forKey key: String) -> Any? {
    if entity.propertiesByName[key] == nil {
      if key == "objectID" { return objectID }
      if key == "self" { return self }
      if let property = portedValue(forKey: key) { return property }
      guard let name = Self.property(ofPrimitive: key) else {
        unknownKey(key, "valueForUndefinedKey")
      }
      return primitiveValue(forKey: name)
    }
    willAccessValue(forKey: key)
    return primitiveValue(forKey: key)
  }

  package func setCodedValue(_ value: Any?, forKey key: String) {
    guard let property = entity.propertiesByName[key] else {
      if setPortedValue(value, forKey: key) { return }
      guard let name = Self.property(ofPrimitive: key) else { unknownKey(key, "setValue") }
      return setPrimitiveValue(value, forKey: name)
    }
    codedValueWillChange(forKey: key)
    if let relationship = property as? NSRelationshipDescription {
      set(relationship, to: references(value, relationship))
    } else {
      setPrimitiveValue(value, forKey: key)
    }
    codedValueDidChange(forKey: key)
  }

  package func codedValueWillChange(forKey key: String) {
    willAccessValue(forKey: key)
    guard !isAwaking else { return }
    managedObjectContext?.willChange(self)
    changePublisher?.send()
  }

  package func codedValueDidChange(forKey key: String) {
    guard !isAwaking else { return }
    changedKeys.insert(key)
    managedObjectContext?.markUpdated(self)
  }

  func unknownKey(_ key: String, _ method: String) -> Never {
    AppProcess.raise(
      "NSUnknownKeyException: [<\(type(of: self))> \(method):]: the entity \(entity.name ?? "") is not key value coding-compliant for the key \"\(key)\"."
    )
  }

  /// The property of a name such as `primitiveDate`; nil for another name.
  static func property(ofPrimitive key: String) -> String? {
    guard key.hasPrefix("primitive") else { return nil }
    let name = key.dropFirst("primitive".count)
    return name.first.map { $0.lowercased() + name.dropFirst() }
  }

  // MARK: Relationships

  /// The objects of a relationship, as the app sees them.
  func objects(of relationship: NSRelationshipDescription) -> Any? {
    guard relationship.isToMany else {
      return (values[relationship.name] as? ObjectReference).flatMap {
        managedObjectContext?.object(of: $0)
      }
    }
    let references = values[relationship.name] as? [ObjectReference] ?? []
    let objects = references.compactMap { managedObjectContext?.object(of: $0) }
    return relationship.isOrdered ? NSOrderedSet(array: objects) : Set(objects)
  }

  /// What the app sets, as references.
  func references(_ value: Any?, _ relationship: NSRelationshipDescription) -> Any? {
    guard let value = PredicateValues.unwrapped(value) else { return nil }
    guard relationship.isToMany else {
      guard let object = value as? NSManagedObject else {
        AppProcess.raise(
          "NSInvalidArgumentException: Unacceptable type of value for to-one relationship: property = \"\(relationship.name)\"; desired type = \(relationship.destinationEntity?.managedObjectClassName ?? "NSManagedObject"); given type = \(type(of: value))."
        )
      }
      checkContext(object, relationship)
      return object.reference
    }
    var objects = PredicateValues.elements(of: value).compactMap { $0 as? NSManagedObject }
    // A set has no order of its own that two runs share.
    if !(value is NSOrderedSet), !(value is [Any]) { objects.sort { $0.isBefore($1) } }
    return objects.map { object in
      checkContext(object, relationship)
      return object.reference
    }
  }

  /// The order of objects in a set: stored ones by their rows, then new ones by their insertion.
  func isBefore(_ other: NSManagedObject) -> Bool {
    switch (objectID.row, other.objectID.row) {
    case (let one?, let other?): one < other
    case (_?, nil): true
    case (nil, _?): false
    case (nil, nil): reference.number < other.reference.number
    }
  }

  private func checkContext(_ object: NSManagedObject, _ relationship: NSRelationshipDescription) {
    guard let own = managedObjectContext, let other = object.managedObjectContext, own !== other
    else { return }
    AppProcess.raise(
      "NSInvalidArgumentException: Illegal attempt to establish a relationship '\(relationship.name)' between objects in different contexts (source = \(self), destination = \(object))"
    )
  }

  /// Sets a relationship, and the inverse one of all objects concerned.
  func set(_ relationship: NSRelationshipDescription, to new: Any?) {
    let old = values[relationship.name]
    values[relationship.name] = new
    loaded.insert(relationship.name)
    guard let inverse = relationship.inverseRelationship, let context = managedObjectContext else {
      return
    }
    func list(_ value: Any?) -> [ObjectReference] {
      (value as? [ObjectReference]) ?? (value as? ObjectReference).map { [$0] } ?? []
    }
    let before = list(old)
    let after = list(new)
    for reference in before where !after.contains(reference) {
      context.object(of: reference)?.removeInverse(inverse, self)
    }
    for reference in after where !before.contains(reference) {
      context.object(of: reference)?.addInverse(inverse, self)
    }
  }

  private func removeInverse(_ inverse: NSRelationshipDescription, _ object: NSManagedObject) {
    willChangeProperty(inverse.name)
    if inverse.isToMany {
      let list = values[inverse.name] as? [ObjectReference] ?? []
      values[inverse.name] = list.filter { $0 !== object.reference }
    } else if (values[inverse.name] as? ObjectReference) === object.reference {
      values[inverse.name] = nil
    }
    didChangeProperty(inverse.name)
  }

  private func addInverse(_ inverse: NSRelationshipDescription, _ object: NSManagedObject) {
    willChangeProperty(inverse.name)
    if inverse.isToMany {
      let list = values[inverse.name] as? [ObjectReference] ?? []
      if !list.contains(object.reference) { values[inverse.name] = list + [object.reference] }
    } else if let old = values[inverse.name] as? ObjectReference, old !== object.reference {
      // The other object's relationship to this one ends.
      values[inverse.name] = object.reference
      if let other = inverse.inverseRelationship {
        managedObjectContext?.object(of: old)?.removeInverse(other, self)
      }
    } else {
      values[inverse.name] = object.reference
    }
    didChangeProperty(inverse.name)
  }

  func willChangeProperty(_ name: String) {
    codedValueWillChange(forKey: name)
    (self as NSObject).willChangeNamed(name)
  }

  func didChangeProperty(_ name: String) {
    (self as NSObject).didChangeNamed(name)
    codedValueDidChange(forKey: name)
  }

  // MARK: Collections that an app changes

  /// A set that changes the relationship. Its changes reach the object when it is changed through this method's
  /// result.
  public func mutableSetValue(forKey key: String) -> NSMutableSet { RelationshipSet(self, key) }

  public func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
    // Foundation on Linux has no ordered set whose changes another class can receive.
    AppProcess.raise(
      "NSInvalidArgumentException: mutableOrderedSetValue(forKey:) is not in Yoban: set the relationship \(key) to a new NSOrderedSet, or use the generated accessors."
    )
  }
}

/// The result of `mutableSetValue(forKey:)`.
private final class RelationshipSet: NSMutableSet {
  private var object: NSManagedObject!
  private var key = ""

  convenience init(_ object: NSManagedObject, _ key: String) {
    self.init()
    self.object = object
    self.key = key
  }

  private var members: [NSManagedObject] {
    PredicateValues.elements(of: object.codedValue(forKey: key)).compactMap {
      $0 as? NSManagedObject
    }
  }

  override var count: Int { object == nil ? 0 : members.count }
  override func member(_ object: Any) -> Any? {
    members.first { $0 === object as AnyObject }
  }
  override func objectEnumerator() -> NSEnumerator { NSSet(array: members).objectEnumerator() }
  override var allObjects: [Any] { members }
  override func add(_ object: Any) { self.object.addMembers(object, to: key) }
  override func remove(_ object: Any) { self.object.removeMembers(object, from: key) }
}

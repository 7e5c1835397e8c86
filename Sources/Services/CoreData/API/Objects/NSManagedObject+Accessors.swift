import YobanFoundation
internal import YobanSimulatedApple

/// The methods that change a relationship to many objects, which Core Data makes on a device while the app runs.
extension NSManagedObject {
  /// The body of a method with `@NSManaged`, as YobanPort writes it.
  ///
  /// - Parameter selector: the method's name in Objective-C, such as `addSamplesObject:`. The app ends if it is no
  ///   accessor of a relationship of the entity.
  public func yobanCall(_ selector: String, _ arguments: Any?...) {
    let first = arguments.first ?? nil
    let last = arguments.last ?? nil
    switch relationshipAccessor(selector) {
    case (.add, let key)?: addMembers(first, to: key)
    case (.remove, let key)?: removeMembers(first, from: key)
    case (.insert, let key)?:
      changeMembers(of: key, first) { old, new in
        var list = old.filter { !new.contains($0) }
        for (index, object) in zip(indexes(last), new) {
          list.insert(object, at: min(max(index, 0), list.count))
        }
        return list
      }
    case (.removeAt, let key)?:
      let removed = Set(indexes(first))
      changeMembers(of: key, nil) { old, _ in
        old.indices.filter { !removed.contains($0) }.map { old[$0] }
      }
    case (.replace, let key)?:
      changeMembers(of: key, last) { old, new in
        var list = old
        for (index, object) in zip(indexes(first), new) where list.indices.contains(index) {
          list[index] = object
        }
        return list
      }
    case nil:
      AppProcess.raise(
        "NSInvalidArgumentException: -[\(type(of: self)) \(selector)]: unrecognized selector sent to instance"
      )
    }
  }

  private enum Accessor { case add, remove, insert, removeAt, replace }

  /// The change that a method makes, and the name of the relationship.
  private func relationshipAccessor(_ selector: String) -> (Accessor, String)? {
    let forms: [(Accessor, Regex<(Substring, Substring)>)] = [
      (.insert, /insertObject:in(.+)AtIndex:/), (.insert, /insert(.+):atIndexes:/),
      (.removeAt, /removeObjectFrom(.+)AtIndex:/), (.removeAt, /remove(.+)AtIndexes:/),
      (.replace, /replaceObjectIn(.+)AtIndex:withObject:/),
      (.replace, /replace(.+)AtIndexes:with.+:/), (.add, /add(.+)Object:/),
      (.remove, /remove(.+)Object:/), (.add, /add(.+):/), (.remove, /remove(.+):/),
    ]
    for (accessor, form) in forms {
      guard let name = selector.wholeMatch(of: form)?.1 else { continue }
      for key in [name.prefix(1).lowercased() + name.dropFirst(), String(name)]
      where entity.relationshipsByName[key]?.isToMany == true {
        return (accessor, key)
      }
    }
    return nil
  }

  private func indexes(_ argument: Any?) -> [Int] {
    switch argument {
    case let index as Int: [index]
    case let set as NSIndexSet: Array(set as IndexSet)
    default: []
    }
  }

  /// Adds one object, or those of a set.
  func addMembers(_ objects: Any?, to key: String) {
    changeMembers(of: key, objects) { old, new in old + new.filter { !old.contains($0) } }
  }

  func removeMembers(_ objects: Any?, from key: String) {
    changeMembers(of: key, objects) { old, removed in old.filter { !removed.contains($0) } }
  }

  /// - Parameter change: gets the objects of the relationship and the given ones.
  private func changeMembers(
    of key: String, _ objects: Any?,
    _ change: ([ObjectReference], [ObjectReference]) -> [ObjectReference]
  ) {
    guard let relationship = entity.relationshipsByName[key] else { unknownKey(key, "setValue") }
    willChangeProperty(key)
    let old = values[key] as? [ObjectReference] ?? []
    let given = references(objects is NSManagedObject ? [objects as Any] : objects, relationship)
    set(relationship, to: change(old, given as? [ObjectReference] ?? []))
    didChangeProperty(key)
  }
}

import YobanFoundation
internal import YobanSimulatedApple

/// Finds the classes of entities, and the entities of classes, in the calling process.
final class ManagedClasses {
  private var classes: [String: NSManagedObject.Type] = [:]
  private var models: [Weak<NSManagedObjectModel>] = []
  private let lock = NSLock()

  /// Its variables are used while its lock is held, because tests outside of apps have several threads.
  nonisolated(unsafe) private static let outsideOfApps = ManagedClasses()
  private static var current: ManagedClasses {
    guard let app = AppProcess.current else { return outsideOfApps }
    return app.process.resident(ManagedClasses.self) { ManagedClasses() }
  }

  static func register(_ model: NSManagedObjectModel) {
    let current = current
    current.lock.withLock {
      current.models.removeAll { $0.object == nil || $0.object === model }
      current.models.append(Weak(model))
    }
  }

  /// The class of an entity; `NSManagedObject` if there is no class with its name.
  static func type(of entity: NSEntityDescription) -> NSManagedObject.Type {
    let name = entity.managedObjectClassName ?? "NSManagedObject"
    let current = current
    return current.lock.withLock {
      if let known = current.classes[name] { return known }
      let type = find(name) ?? NSManagedObject.self
      current.classes[name] = type
      return type
    }
  }

  /// `Pulse.Recording`, `.Recording` (of the app's module) or `Recording`.
  private static func find(_ name: String) -> NSManagedObject.Type? {
    guard name != "NSManagedObject", !name.isEmpty else { return nil }
    let parts = name.split(separator: ".").map(String.init)
    if parts.count == 2, let type = PortedClasses.named(parts[1], in: parts[0]) {
      return type as? NSManagedObject.Type
    }
    for module in PortedClasses.modules {
      if let type = PortedClasses.named(parts.last ?? name, in: module) as? NSManagedObject.Type {
        return type
      }
    }
    return NSClassFromString(name) as? NSManagedObject.Type
  }

  /// The entity whose objects are of a class, in the models that were loaded; those loaded last come first.
  static func entity(of type: NSManagedObject.Type, in model: NSManagedObjectModel? = nil)
    -> NSEntityDescription?
  {
    let current = current
    let models =
      model.map { [$0] }
      ?? current.lock.withLock { current.models.reversed().compactMap(\.object) }
    for model in models {
      if let entity = model.entities.first(where: { self.type(of: $0) == type }) { return entity }
    }
    return nil
  }

  static func make(
    _ entity: NSEntityDescription, insertInto context: NSManagedObjectContext?
  ) -> NSManagedObject {
    make(type(of: entity), entity, insertInto: context)
  }

  /// Makes an object of a class.
  static func make(
    _ type: NSManagedObject.Type, _ entity: NSEntityDescription,
    insertInto context: NSManagedObjectContext?
  ) -> NSManagedObject {
    let object = type.yobanInstance(entity, context)
    guard Swift.type(of: object) == type else {
      AppProcess.raise(
        "Fatal error: Use of unimplemented initializer 'init(entity:insertInto:)' for class '\(type)'"
      )
    }
    return object
  }
}

/// A reference that does not keep its object.
struct Weak<Object: AnyObject> {
  weak var object: Object?
  init(_ object: Object) { self.object = object }
}

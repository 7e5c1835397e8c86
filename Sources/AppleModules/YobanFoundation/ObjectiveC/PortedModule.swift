import Foundation
internal import YobanVirtualTime

/// The methods that can be called by name in one file of a ported module. `YobanPort` writes one
/// conforming type for each file that has such methods.
public protocol PortedFile {
  /// Returns the methods that this file declares in the class itself, not in its superclasses:
  /// actions, other methods that Objective-C sees, and a setter such as `setLabel:` for each outlet.
  static func selectors(of type: Any.Type) -> [Selector]
  /// The names of all methods that this file declares in the class itself.
  static func methodNames(of type: Any.Type) -> [String]
  /// The classes of this file to which `@objc(Name)` gives another name, by that name.
  static var classes: [String: AnyClass] { get }
  /// The names of the properties with `@NSManaged` of the classes of this file, inherited ones too: Swift on Linux does
  /// not know the name of a property that is not stored.
  static var keyPaths: [AnyKeyPath: String] { get }
}

extension PortedFile {
  public static var classes: [String: AnyClass] { [:] }
  public static var keyPaths: [AnyKeyPath: String] { [:] }
}

/// The ported files of a module. `YobanPort` writes one conforming type with the name
/// `YobanPortedModule` for each module.
public protocol PortedModule {
  static var files: [any PortedFile.Type] { get }
  /// The places of code that is left out for which `leftOut` in port.json says `skip`, such as `Model.swift:12`.
  static var skippedPlaces: Set<String> { get }
}

extension PortedModule {
  public static var skippedPlaces: Set<String> { [] }
}

/// Finds classes of ported modules.
@frozen public enum PortedClasses {
  /// The ported modules of the program, in alphabetical order.
  package static let modules = StaticVariables.modulesWithTypes.filter {
    _typeByName("\($0).YobanPortedModule") is any PortedModule.Type
  }

  /// The class with a name of Swift or of Objective-C; nil if the module has none.
  public static func named(_ name: String, in module: String) -> AnyClass? {
    if let found = NSClassFromString("\(module).\(name)") { return found }
    return PortedMethods.files(of: module).lazy.compactMap { $0.classes[name] }.first
  }
}

/// Finds methods by name in the classes of ported modules.
enum PortedMethods {
  /// Returns the classes to search, beginning with the object's own.
  private static func classes(of target: Any) -> [Any.Type] {
    if let type = target as? Any.Type { return [type] }
    var classes: [Any.Type] = []
    var current: AnyClass? = type(of: target) as? AnyClass
    while let type = current {
      classes.append(type)
      current = _getSuperclass(type)
    }
    return classes
  }

  /// Returns the ported files of the modules that declare one of the classes.
  private static func files(of classes: [Any.Type]) -> [any PortedFile.Type] {
    var modules: [String] = []
    for type in classes {
      let module = String(String(reflecting: type).prefix { $0 != "." })
      if !modules.contains(module) { modules.append(module) }
    }
    return modules.flatMap(files)
  }

  static func files(of module: String) -> [any PortedFile.Type] {
    (_typeByName("\(module).YobanPortedModule") as? any PortedModule.Type)?.files ?? []
  }

  static func method(_ selector: Selector, of target: Any) -> SelectorMethod? {
    let classes = classes(of: target)
    let files = files(of: classes)
    for type in classes {
      for file in files {
        if let found = file.selectors(of: type).first(where: { $0 == selector }) {
          return found.method
        }
      }
    }
    return nil
  }

  /// Returns nil if none of the target's classes is in a ported module.
  static func declares(_ name: String, _ target: Any) -> Bool? {
    let classes = classes(of: target)
    let files = files(of: classes)
    guard !files.isEmpty else { return nil }
    return classes.contains { type in
      files.contains { $0.methodNames(of: type).contains(name) }
    }
  }
}

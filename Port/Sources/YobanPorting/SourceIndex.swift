/// The declarations of a file that other files need: its types, methods and optional requirements.
public struct SourceIndex: Codable, Equatable, Sendable {
  public struct Method: Codable, Equatable, Sendable {
    var name: String
    /// One for each parameter, `_` for none.
    var labels: [String]
    var parameterTypes: [String]
    var objectiveCName: String
    var isStatic = false
    var isExposed = false
    var isAsync = false
    var isThrowing = false
    var isOptional = false
    /// False if a selector cannot pass arguments to it, as with `inout` parameters.
    var isCallable = true
  }

  public struct Property: Codable, Equatable, Sendable {
    var name: String
    var isOutlet = false
    var isExposed = false
    var isSettable = false
    var isStatic = false
    /// The Objective-C name of the getter, if it is not the name itself.
    var getter: String?
    /// The declared type without optionality and `any`.
    var type: String?
    var isOptionalRequirement = false
    /// Whether it has `@NSManaged`, and other files can name it.
    var isManaged = false
  }

  public enum Kind: String, Codable, Sendable {
    case `class`, `extension`, `protocol`, structure, enumeration, actor
  }

  /// A type, or an extension of it.
  public struct TypeDeclaration: Codable, Equatable, Sendable {
    /// The name with the names of the outer types, as in `Outer.Inner`.
    var path: String
    var kind: Kind
    var isGeneric = false
    /// False if code outside of the outer type cannot name it.
    var isVisibleInFile = true
    var isIsolatedToOtherActor = false
    /// The name that `@objc(Name)` gives to a class or a protocol.
    var objectiveCName: String?
    var inherited: [String] = []
    /// The labels of the designated initializers of a class.
    var initializers: [[String]] = []
    var methods: [Method] = []
    var properties: [Property] = []
  }

  var types: [TypeDeclaration] = []
}

/// The index of all files of a module, and of the ported modules that it imports.
struct ModuleIndex {
  private var declarations: [String: [SourceIndex.TypeDeclaration]] = [:]
  private var optionalRequirements: [String: [SourceIndex.Method]] = [:]
  private(set) var propertyNames: Set<String> = []
  private var propertyTypes: [String: Set<String>] = [:]
  private var optionalPropertiesOfProtocols: [String: Set<String>] = [:]
  /// The number of classes with each path in the module itself.
  private var ownClasses: [String: Int] = [:]

  /// - Parameters:
  ///   - files: the files of the module.
  ///   - others: the files of the ported modules that it imports.
  init(_ files: [SourceIndex], others: [SourceIndex] = []) {
    for type in files.flatMap(\.types) where type.kind == .class {
      ownClasses[type.path, default: 0] += 1
    }
    for file in files + others {
      for type in file.types {
        declarations[type.path, default: []].append(type)
        for property in type.properties {
          propertyNames.insert(property.name)
          if let declared = property.type {
            propertyTypes[property.name, default: []].insert(declared)
          }
          if property.isOptionalRequirement {
            optionalPropertiesOfProtocols[type.path, default: []].insert(property.name)
          }
        }
        for method in type.methods where method.isOptional {
          optionalRequirements[method.name, default: []].append(method)
        }
      }
    }
  }

  func isProtocol(_ path: String) -> Bool {
    declarations[path]?.contains { $0.kind == .protocol } ?? false
  }
  func isKnown(_ path: String) -> Bool { declarations[path] != nil }
  func isGeneric(_ path: String) -> Bool {
    declarations[path]?.contains { $0.isGeneric } ?? false
  }
  func isIsolatedToOtherActor(_ path: String) -> Bool {
    declarations[path]?.contains { $0.isIsolatedToOtherActor } ?? false
  }
  /// Whether the type was declared in these files, not only extended.
  func isDeclared(_ path: String) -> Bool {
    declarations[path]?.contains { $0.kind != .extension } ?? false
  }

  func isClass(_ path: String) -> Bool {
    declarations[path]?.contains { $0.kind == .class } ?? false
  }

  /// The number of classes of the module itself with this path. Private classes of several files can have the same
  /// one.
  func countOfOwnClasses(_ path: String) -> Int { ownClasses[path] ?? 0 }

  /// The declarations and extensions of a type and of its superclasses, the type's own first.
  private func lineage(_ path: String) -> [[SourceIndex.TypeDeclaration]] {
    var found: [[SourceIndex.TypeDeclaration]] = []
    var current: String? = path
    var seen: Set<String> = []
    while let path = current, seen.insert(path).inserted {
      let declared = declarations[path] ?? []
      found.append(declared)
      current = declared.lazy.flatMap(\.inherited).first {
        self.isKnown($0) && !self.isProtocol($0)
      }
    }
    return found
  }

  /// Returns the methods with this name of a type and its superclasses, the type's own first.
  func methods(_ name: String, of path: String) -> [SourceIndex.Method] {
    lineage(path).flatMap { $0.flatMap(\.methods) }.filter { $0.name == name }
  }

  /// Whether a class is below Core Data's `NSManagedObject`.
  func isManagedObject(_ path: String) -> Bool {
    lineage(path).joined().contains {
      $0.inherited.contains("NSManagedObject") || $0.inherited.contains("CoreData.NSManagedObject")
    }
  }

  /// The names of the properties with `@NSManaged` of a class and its superclasses.
  func managedProperties(of path: String) -> [String] {
    let names = lineage(path).flatMap { $0.flatMap(\.properties) }.filter(\.isManaged).map(\.name)
    return Set(names).sorted()
  }

  /// Whether a class has or inherits a designated initializer of a class of another module: a class with designated
  /// initializers of its own inherits none.
  func hasInitializer(_ labels: [String], _ path: String) -> Bool {
    for declared in lineage(path) {
      let own = declared.flatMap(\.initializers)
      if !own.isEmpty { return own.contains(labels) }
    }
    return true
  }

  /// Returns the methods with this name that the type itself and its extensions declare.
  func ownMethods(_ name: String, of path: String) -> [SourceIndex.Method] {
    (declarations[path] ?? []).flatMap(\.methods).filter { $0.name == name }
  }

  /// Whether a type has another method that differs only in the types of its parameters.
  func isOverloaded(_ method: SourceIndex.Method, of path: String) -> Bool {
    methods(method.name, of: path).contains {
      $0.labels == method.labels && $0.parameterTypes != method.parameterTypes
    }
  }

  /// Returns the optional requirement that a call with these labels names.
  ///
  /// - Parameter trailingClosures: their number; only the labels before them are known.
  func optionalRequirement(
    _ name: String, labels: [String], trailingClosures: Int
  ) -> SourceIndex.Method? {
    optionalRequirements[name]?.first {
      trailingClosures == 0
        ? $0.labels == labels
        : $0.labels.count == labels.count + trailingClosures && $0.labels.starts(with: labels)
    }
  }

  func optionalRequirements(_ name: String) -> [SourceIndex.Method] {
    optionalRequirements[name] ?? []
  }

  /// The names of the optional properties of a protocol.
  func optionalProperties(of path: String) -> Set<String> {
    optionalPropertiesOfProtocols[path] ?? []
  }

  /// Returns the declared type of the properties with this name, if they are protocols with optional
  /// properties and all have the same type.
  func propertyType(_ name: String) -> String? {
    guard let types = propertyTypes[name], types.count == 1 else { return nil }
    return types.first
  }
}

import YobanFoundation

@nonexhaustive public enum NSMergePolicyType: UInt, Sendable {
  case errorMergePolicyType
  case mergeByPropertyStoreTrumpMergePolicyType
  case mergeByPropertyObjectTrumpMergePolicyType
  case overwriteMergePolicyType
  case rollbackMergePolicyType
}

/// What a save does with an object that another context, or another process, has changed in the store.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSMergePolicy: NSObject, @unchecked Sendable {
  open private(set) var mergeType: NSMergePolicyType

  public init(merge ty: NSMergePolicyType) { mergeType = ty }

  /// Solves the conflicts in a way of its own. A subclass calls `super` for what it leaves.
  open func resolve(mergeConflicts list: [Any]) throws {}
  open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {}
  open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {}

  public static let error = NSMergePolicy(merge: .errorMergePolicyType)
  public static let rollback = NSMergePolicy(merge: .rollbackMergePolicyType)
  public static let overwrite = NSMergePolicy(merge: .overwriteMergePolicyType)
  public static let mergeByPropertyObjectTrump = NSMergePolicy(
    merge: .mergeByPropertyObjectTrumpMergePolicyType)
  public static let mergeByPropertyStoreTrump = NSMergePolicy(
    merge: .mergeByPropertyStoreTrumpMergePolicyType)
}

public var NSErrorMergePolicy: Any { NSMergePolicy.error }
public var NSRollbackMergePolicy: Any { NSMergePolicy.rollback }
public var NSOverwriteMergePolicy: Any { NSMergePolicy.overwrite }
public var NSMergeByPropertyObjectTrumpMergePolicy: Any { NSMergePolicy.mergeByPropertyObjectTrump }
public var NSMergeByPropertyStoreTrumpMergePolicy: Any { NSMergePolicy.mergeByPropertyStoreTrump }

/// An object that was changed in the store since the context has read it.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSMergeConflict: NSObject, @unchecked Sendable {
  open private(set) var sourceObject: NSManagedObject
  open private(set) var objectSnapshot: [String: Any]?
  open private(set) var cachedSnapshot: [String: Any]?
  open private(set) var persistedSnapshot: [String: Any]?
  open private(set) var newVersionNumber: Int
  open private(set) var oldVersionNumber: Int

  public init(
    source srcObject: NSManagedObject, newVersion newvers: Int, oldVersion oldvers: Int,
    cachedSnapshot cachesnap: [String: Any]?, persistedSnapshot persnap: [String: Any]?
  ) {
    sourceObject = srcObject
    objectSnapshot = srcObject.values.filter { !($0.value is ObjectReference) }
    (cachedSnapshot, persistedSnapshot) = (cachesnap, persnap)
    (newVersionNumber, oldVersionNumber) = (newvers, oldvers)
  }
}

/// Objects whose values of a constraint are equal.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSConstraintConflict: NSObject, @unchecked Sendable {
  open private(set) var constraint: [String]
  open private(set) var constraintValues: [String: Any]
  open private(set) var databaseObject: NSManagedObject?
  open private(set) var databaseSnapshot: [String: Any]?
  open private(set) var conflictingObjects: [NSManagedObject]
  open private(set) var conflictingSnapshots: [[AnyHashable: Any]] = []

  public init(
    constraint contraint: [String], database databaseObject: NSManagedObject?,
    databaseSnapshot: [AnyHashable: Any]?, conflictingObjects: [NSManagedObject],
    conflictingSnapshots: [Any]
  ) {
    constraint = contraint
    self.databaseObject = databaseObject
    self.databaseSnapshot = databaseSnapshot as? [String: Any]
    self.conflictingObjects = conflictingObjects
    let values = conflictingObjects.first.map { object in
      contraint.compactMap { name in object.values[name].map { (name, $0) } }
    }
    constraintValues = Dictionary(values ?? []) { $1 }
  }
}

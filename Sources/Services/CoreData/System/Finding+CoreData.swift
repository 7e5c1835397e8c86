import YobanSimulatedDevices

extension Finding {
  static func unsavedAtEnd(_ count: Int) -> Finding {
    Finding(
      .coredataUnsaved, rule: .cd1,
      what:
        "The process ended with \(count) managed \(count == 1 ? "object" : "objects") whose changes were not saved: they are lost.",
      remedy:
        "Save after each step that must last, and when the app enters the background; the system does not save before it ends a process."
    )
  }

  static func wrongQueue(_ what: String) -> Finding {
    Finding(
      .coredataWrongQueue, rule: .cd7,
      what: "\(what) outside of the queue of its context.",
      remedy:
        "Use a context and its objects in perform or performAndWait, and one of the main queue on the main thread. On a device, -com.apple.CoreData.ConcurrencyDebug 1 stops the app here."
    )
  }

  static func merged(_ count: Int, _ policy: String) -> Finding {
    Finding(
      .coredataMerged, rule: .cd6,
      what:
        "A save found \(count == 1 ? "an object" : "\(count) objects") that another context had changed since, and the merge policy \(policy) decided which values are lost.",
      remedy:
        "Change an object in one context only, or merge the changes of the other one first (automaticallyMergesChangesFromParent).",
      isAdvice: true)
  }

  static func noModel(_ name: String) -> Finding {
    Finding(
      .coredataNoModel, rule: nil,
      what:
        "NSPersistentContainer(name: \"\(name)\") found no model \(name).momd in the app's bundle.",
      remedy:
        "Install the app with the resources that yoban init lists in Resources.json (resources: .file(\"Resources.json\")), or give the container a model that is made in code."
    )
  }
}

extension Finding.Kind {
  /// A process ended with changes that were not saved.
  public static let coredataUnsaved = Self("coredata.unsaved")
  /// A managed object or a context was used outside of its queue.
  public static let coredataWrongQueue = Self("coredata.wrong-queue")
  /// A merge policy decided between the changes of two contexts.
  public static let coredataMerged = Self("coredata.merged")
  /// The app's bundle has no model of a name.
  public static let coredataNoModel = Self("coredata.no-model")
}

import YobanVirtualTime

extension Finding {
  /// An operation that the simulation could not perform as a real system would.
  init(_ escape: Escape) {
    let remedy =
      switch escape.kind {
      case .timerWithoutRunLoop:
        "The timer never fires. Add it to RunLoop.main, or use a DispatchSourceTimer or Task.sleep."
      case .queueDeadlock:
        "A device ends the app here; in the simulation the caller waits forever. Call the work directly, or use async."
      case .hostEventSource:
        "It never fires in a simulation. Use a timer, or test this part outside a World."
      case .mainThreadBlocked:
        "A device ends an app whose main thread does not answer. Wait on another queue, or with a timeout."
      case .hostRegion:
        "Use the version of Swift that Yoban names, or read the time zone and locale through a parameter."
      case .unknownLibraries:
        LibraryNames.remedy
      }
    let detail = escape.detail.prefix(1).uppercased() + escape.detail.dropFirst() + "."
    self.init(Kind(escape.kind.rawValue), rule: nil, what: detail, remedy: remedy)
  }
}

extension Finding.Kind {
  /// A timer was added to a run loop that never runs.
  public static let timerNoRunLoop = Self(Escape.Kind.timerWithoutRunLoop.rawValue)
  /// A queue was called with `sync` from itself.
  public static let dispatchDeadlock = Self(Escape.Kind.queueDeadlock.rawValue)
  /// A dispatch source waits for an event of the host.
  public static let dispatchHostSource = Self(Escape.Kind.hostEventSource.rawValue)
  /// The main thread was blocked.
  public static let mainThreadBlocked = Self(Escape.Kind.mainThreadBlocked.rawValue)
  /// The app read the time zone or the locale of the host.
  public static let foundationHostRegion = Self(Escape.Kind.hostRegion.rawValue)
  /// Swift's libraries are of an unknown version.
  public static let swiftUnknownLibraries = Self(Escape.Kind.unknownLibraries.rawValue)
}

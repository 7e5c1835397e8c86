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
    self.init(escape.kind.rawValue, rule: "", what: detail, remedy: remedy)
  }
}

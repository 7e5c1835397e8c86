import Foundation

/// A record of changes that can be undone, and of those that were undone.
///
/// Changes are registered in groups, and `undo` undoes the last whole group. With `groupsByEvent` a group begins with
/// the first change of an event of the main queue, and ends with the event.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class UndoManager: NSObject, @unchecked Sendable {
  private struct Group {
    var actions: [() -> Void] = []
    var name = ""
    /// Whether a registration has begun the group, and not the app: it ends with the event.
    var isOfEvent = false
  }

  private enum Activity { case idle, undoing, redoing }

  private var undoGroups: [Group] = []
  private var redoGroups: [Group] = []
  /// Groups that have begun and not ended; the last is the innermost.
  private var openGroups: [Group] = []
  private var activity = Activity.idle
  private var disabled = 0

  /// The number of groups that can be undone; 0 for any number.
  open var levelsOfUndo = 0 {
    didSet { forgetOldGroups() }
  }
  open var groupsByEvent = true
  open var runLoopModes: [RunLoop.Mode] = [.default]
  open var groupingLevel: Int { openGroups.count }

  open var canUndo: Bool { !undoGroups.isEmpty || openGroups.contains { !$0.actions.isEmpty } }
  open var canRedo: Bool { !redoGroups.isEmpty }
  open var isUndoing: Bool { activity == .undoing }
  open var isRedoing: Bool { activity == .redoing }

  // MARK: Registration

  open var isUndoRegistrationEnabled: Bool { disabled == 0 }
  open func disableUndoRegistration() { disabled += 1 }
  open func enableUndoRegistration() { disabled = max(0, disabled - 1) }

  open func beginUndoGrouping() { openGroups.append(Group()) }

  open func endUndoGrouping() {
    guard let group = openGroups.popLast() else { return }
    guard !group.actions.isEmpty else { return }
    if !openGroups.isEmpty {
      openGroups[openGroups.count - 1].actions += group.actions
    } else if activity == .undoing {
      redoGroups.append(group)
    } else {
      undoGroups.append(group)
      forgetOldGroups()
    }
  }

  /// Records how a change is undone. The target is not kept; if it is gone, nothing is undone.
  open func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType, handler: @escaping (TargetType) -> Void
  ) {
    guard isUndoRegistrationEnabled else { return }
    if openGroups.isEmpty { beginGroupOfEvent() }
    openGroups[openGroups.count - 1].actions.append { [weak target] in target.map(handler) }
    if activity == .idle { redoGroups = [] }
  }

  private func beginGroupOfEvent() {
    openGroups.append(Group(isOfEvent: true))
    guard groupsByEvent else { return }
    DispatchQueue.main.async { [weak self] in self?.endGroupOfEvent() }
  }

  private func endGroupOfEvent() {
    if openGroups.count == 1, openGroups[0].isOfEvent { endUndoGrouping() }
  }

  private func forgetOldGroups() {
    guard levelsOfUndo > 0 else { return }
    undoGroups.removeFirst(max(0, undoGroups.count - levelsOfUndo))
    redoGroups.removeFirst(max(0, redoGroups.count - levelsOfUndo))
  }

  open func removeAllActions() { (undoGroups, redoGroups, openGroups) = ([], [], []) }

  // MARK: Undo

  /// Ends the group of the event, and undoes the last group.
  open func undo() {
    endGroupOfEvent()
    undoNestedGroup()
  }

  open func undoNestedGroup() {
    guard openGroups.isEmpty, let group = undoGroups.popLast() else { return }
    perform(group, as: .undoing)
  }

  /// Does again what was undone last.
  open func redo() {
    endGroupOfEvent()
    guard openGroups.isEmpty, let group = redoGroups.popLast() else { return }
    perform(group, as: .redoing)
  }

  private func perform(_ group: Group, as activity: Activity) {
    self.activity = activity
    beginUndoGrouping()
    openGroups[0].name = group.name
    for action in group.actions.reversed() { action() }
    endUndoGrouping()
    self.activity = .idle
  }

  // MARK: Names

  open var undoActionName: String { openGroups.first?.name ?? undoGroups.last?.name ?? "" }
  open var redoActionName: String { redoGroups.last?.name ?? "" }
  open func setActionName(_ actionName: String) {
    if !openGroups.isEmpty {
      openGroups[0].name = actionName
    } else if !undoGroups.isEmpty {
      undoGroups[undoGroups.count - 1].name = actionName
    }
  }
  open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }
  open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }
  open func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }
  open func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }
}

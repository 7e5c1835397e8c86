import YobanFoundation

/// A record of changes that can be undone. Foundation on Linux has none; a context registers nothing with it here.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class UndoManager: NSObject, @unchecked Sendable {
  private var undoActions: [() -> Void] = []
  private var redoActions: [() -> Void] = []
  private var isUndoingNow = false
  private var isRedoingNow = false
  private var disabled = 0
  open private(set) var groupingLevel = 0
  open var levelsOfUndo = 0
  open var groupsByEvent = true

  open var canUndo: Bool { !undoActions.isEmpty }
  open var canRedo: Bool { !redoActions.isEmpty }
  open var isUndoing: Bool { isUndoingNow }
  open var isRedoing: Bool { isRedoingNow }
  open var isUndoRegistrationEnabled: Bool { disabled == 0 }
  open func disableUndoRegistration() { disabled += 1 }
  open func enableUndoRegistration() { disabled = max(0, disabled - 1) }
  open func beginUndoGrouping() { groupingLevel += 1 }
  open func endUndoGrouping() { groupingLevel = max(0, groupingLevel - 1) }

  open func registerUndo<Target: AnyObject>(
    withTarget target: Target, handler: @escaping (Target) -> Void
  ) {
    guard isUndoRegistrationEnabled else { return }
    let action = { [weak target] in target.map(handler) ?? () }
    if isUndoingNow {
      redoActions.append(action)
    } else {
      undoActions.append(action)
      if !isRedoingNow { redoActions = [] }
      if levelsOfUndo > 0, undoActions.count > levelsOfUndo { undoActions.removeFirst() }
    }
  }

  open func undo() {
    guard let action = undoActions.popLast() else { return }
    isUndoingNow = true
    action()
    isUndoingNow = false
  }

  open func redo() {
    guard let action = redoActions.popLast() else { return }
    isRedoingNow = true
    action()
    isRedoingNow = false
  }

  open func removeAllActions() { (undoActions, redoActions) = ([], []) }
}

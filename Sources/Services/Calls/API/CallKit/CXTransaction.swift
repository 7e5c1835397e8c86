internal import YobanSimulatedApple

/// Actions that are requested and performed together.
open class CXTransaction: NSObject {
  public let uuid: UUID
  open private(set) var actions: [CXAction]
  /// Whether all actions are complete.
  open var isComplete: Bool { actions.allSatisfy(\.isComplete) }

  public init(actions: [CXAction]) {
    uuid = UUID()
    self.actions = actions
    super.init()
  }

  public convenience init(action: CXAction) { self.init(actions: [action]) }

  init(_ transaction: CallTransaction, _ actions: [CXAction]) {
    uuid = transaction.id
    self.actions = actions
    super.init()
  }

  open func addAction(_ action: CXAction) { actions.append(action) }
}

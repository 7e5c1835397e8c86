import Foundation
import YobanVirtualTime

extension Accessory {
  /// A way in which an accessory sends wrong values, because of a fault of its own.
  public enum ValueDamage: String, Sendable, Hashable, CaseIterable {
    /// Only the first half of a value is sent; of one byte, none.
    case truncated
    /// Every bit of a value is inverted.
    case corrupted

    func applied(to value: Data) -> Data {
      switch self {
      case .truncated: value.prefix(value.count / 2)
      case .corrupted: Data(value.map { ~$0 })
      }
    }
  }

  /// Gives the attributes new handles, as an update of the accessory's firmware may. The services stay the
  /// same otherwise. Connected centrals are notified (`didModifyServices`, BT20), and subscriptions end.
  public func changeHandles() {
    post("changes the handles of its attributes")
    replaceServices(database.services)
  }

  func damaged(_ value: Data) -> Data { valueDamage.map { $0.applied(to: value) } ?? value }
}

extension AttributeAnswer {
  /// The answer with the accessory's damage to its value.
  func damaged(by accessory: Accessory) -> AttributeAnswer {
    switch self {
    case .value(let value): .value(accessory.damaged(value))
    case .after(let delay, let answer): .after(delay, answer.damaged(by: accessory))
    case .done, .error, .noAnswer, .garbage: self
    }
  }
}

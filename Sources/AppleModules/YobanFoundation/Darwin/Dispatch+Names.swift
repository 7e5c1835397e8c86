import Foundation

extension DispatchQueue: @retroactive Equatable, @retroactive Hashable {
  public static func == (a: DispatchQueue, b: DispatchQueue) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension DispatchTime {
  public func distance(to other: DispatchTime) -> DispatchTimeInterval {
    let (own, others) = (rawValue, other.rawValue)
    if own == others { return .nanoseconds(0) }
    if others == DispatchTime.distantFuture.rawValue { return .never }
    return others > own ? .nanoseconds(Int(others - own)) : .nanoseconds(-Int(own - others))
  }

  public func advanced(by n: DispatchTimeInterval) -> DispatchTime { self + n }
}

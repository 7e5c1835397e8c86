import OpenCombine
import YobanFoundation

/// A publisher in the place of one that is left out publishes nothing, and does not end.
extension AnyPublisher: YobanFoundation.EmptyValue {
  public static func emptyValue() -> Any {
    Empty<Output, Failure>(completeImmediately: false).eraseToAnyPublisher()
  }
}

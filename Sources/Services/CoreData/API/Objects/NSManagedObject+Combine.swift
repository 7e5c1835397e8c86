public import Combine

extension NSManagedObject: ObservableObject {
  /// Publishes before a property changes, also when a merge or a refresh changes it.
  public var objectWillChange: ObservableObjectPublisher {
    if let changePublisher { return changePublisher }
    let made = ObservableObjectPublisher()
    changePublisher = made
    return made
  }
}

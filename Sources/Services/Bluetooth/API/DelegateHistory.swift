/// Why an object has no delegate, for a finding.
struct DelegateHistory {
  private enum Change {
    case neverSet
    case set
    case removed
  }
  private var last: Change

  /// - Parameter delegate: that of the initializer.
  init(_ delegate: AnyObject?) { last = delegate == nil ? .neverSet : .set }

  /// Notes that the app has set the delegate. The end of the delegate's object is not noted.
  mutating func changed(to delegate: AnyObject?) { last = delegate == nil ? .removed : .set }

  /// The rest of a sentence: the object has no delegate, …
  var reason: String {
    switch last {
    case .neverSet: "because the app has set none"
    case .set: "because the app has released the object that was its delegate"
    case .removed: "because the app has set it to nil"
    }
  }
}

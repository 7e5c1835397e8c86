extension Subject {
  /// Such as "Pulse on phone", or the name of the device.
  var words: String { app.map { "\($0) on \(device)" } ?? device }
}

extension Fault {
  /// A sentence without its period, such as "Pulse on phone is removed from memory".
  public var words: String { "\(targetWords) \(kind.words)" }

  private var targetWords: String {
    let parts = target.split(separator: "/", maxSplits: 1)
    return parts.count == 2 ? "\(parts[1]) on \(parts[0])" : target
  }
}

extension RunFailure.Kind {
  /// The first line of a story.
  var headline: String {
    switch self {
    case .property(let sentence): "This does not hold: \(sentence)"
    case .termination(let reason): "The app ends: \(reason)"
    }
  }

  /// The property that did not hold, or the reason of the end.
  public var words: String {
    switch self {
    case .property(let sentence): sentence
    case .termination(let reason): reason
    }
  }
}

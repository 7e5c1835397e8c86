/// The label of a device, and the groups to which it belongs.
public struct DeviceDescription: Hashable, Sendable {
  /// Any text, such as `bed 4`; nil for none.
  public var label: String?
  /// Sorted.
  public var groups: [String]

  public init(label: String? = nil, groups: [String] = []) {
    self.label = label
    self.groups = groups.sorted()
  }

  /// The maximum length of a label and of the name of a group, in Unicode scalars.
  public static let lengthMax = 64

  /// A text that cannot be a label or the name of a group, with what to do.
  public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
  }

  /// Returns the text without spaces at its ends. Throws if it is no label.
  public static func label(_ text: String) throws(Invalid) -> String {
    try checked(text, "label", excluding: [])
  }

  /// Returns the text without spaces at its ends. Throws if it is no name of a group.
  public static func group(_ text: String) throws(Invalid) -> String {
    // Lists of groups are separated by commas.
    try checked(text, "group", excluding: [","])
  }

  private static func checked(
    _ text: String, _ kind: String, excluding excluded: Set<Unicode.Scalar>
  ) throws(Invalid) -> String {
    let rest = text.drop(while: \.isWhitespace)
    let end = rest.lastIndex(where: { !$0.isWhitespace }).map(rest.index(after:))
    let text = String(rest[..<(end ?? rest.startIndex)])
    let isText = text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .unassigned: false
      default: !excluded.contains(scalar)
      }
    }
    guard isText, (1...lengthMax).contains(text.unicodeScalars.count) else {
      throw Invalid(
        description:
          "A \(kind) has 1 to \(lengthMax) characters, no line breaks\(excluded.isEmpty ? "" : " and no commas")."
      )
    }
    return text
  }
}

/// The storage of labels and groups.
public protocol DeviceStorage: Sendable {
  /// Returns the descriptions of some devices; a device without a label and groups is left out.
  func descriptions(
    of devices: [String]
  ) async throws(StorageError) -> [String: DeviceDescription]

  /// Sets the label of a device; nil removes it.
  func setLabel(_ label: String?, of device: String) async throws(StorageError)

  /// Adds devices to a group, which exists while it has a device.
  func add(_ devices: [String], toGroup group: String) async throws(StorageError)

  /// Removes devices from a group; returns how many of them were in it.
  func remove(_ devices: [String], fromGroup group: String) async throws(StorageError) -> Int

  /// Returns the groups, sorted.
  func groups() async throws(StorageError) -> [String]

  /// Returns which devices have samples in a range of times, and which have not.
  ///
  /// Reads no bodies, and of the chunks only those that are necessary to find one.
  func nightStates(_ question: NightQuestion) async throws(StorageError) -> NightStates
}

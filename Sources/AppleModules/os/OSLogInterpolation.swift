import Foundation

/// The text and the values of a log message. The compiler creates it from a string interpolation; the
/// values are computed when the message is written.
public struct OSLogInterpolation: StringInterpolationProtocol {
  private var parts: [(_ redacts: Bool) -> String] = []

  public init(literalCapacity: Int, interpolationCount: Int) {
    parts.reserveCapacity(2 * interpolationCount + 1)
  }

  public mutating func appendLiteral(_ literal: String) {
    if !literal.isEmpty { parts.append { _ in literal } }
  }

  /// Returns the message.
  /// - Parameter redacts: whether private values are replaced.
  func composed(redacts: Bool) -> String { parts.map { $0(redacts) }.joined() }

  /// Adds a value.
  /// - Parameter isPrivate: whether the value is private if no other privacy is given.
  mutating func append(
    _ privacy: OSLogPrivacy, isPrivate: Bool, align: OSLogStringAlignment = .none,
    text: @escaping () -> String
  ) {
    parts.append { redacts in
      let isHidden = redacts && privacy.isPrivate(byDefault: isPrivate)
      return isHidden ? privacy.replacement(of: text) : align.applied(to: text())
    }
  }
}

extension OSLogPrivacy {
  func isPrivate(byDefault isPrivate: Bool) -> Bool {
    switch level {
    case .auto: isPrivate
    case .public: false
    case .private, .sensitive: true
    }
  }

  /// Returns what the log shows instead of a private value.
  func replacement(of text: () -> String) -> String {
    switch mask {
    case .none: level == .sensitive ? "<sensitive>" : "<private>"
    case .hash: "<mask.hash: '\(hash(of: text()))'>"
    }
  }

  /// A hash of 16 bytes, equal in every run; the device's hash differs after each boot.
  private func hash(of text: String) -> String {
    let words = [0xcbf2_9ce4_8422_2325, 0x6c62_272e_07bb_0142] as [UInt64]
    let hashes = words.map { start in
      text.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
    return hashes.withUnsafeBytes { Data($0) }.base64EncodedString()
  }
}

// MARK: Strings, objects and types

extension OSLogInterpolation {
  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    append(privacy, isPrivate: true, align: align, text: argumentString)
  }

  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto, attributes: String
  ) {
    append(privacy, isPrivate: true, align: align, text: argumentString)
  }

  public mutating func appendInterpolation<T>(
    _ value: @autoclosure @escaping () -> T, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) where T: CustomStringConvertible {
    append(privacy, isPrivate: true, align: align) { value().description }
  }

  public mutating func appendInterpolation<T>(
    _ value: @autoclosure @escaping () -> T, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto, attributes: String
  ) where T: CustomStringConvertible {
    append(privacy, isPrivate: true, align: align) { value().description }
  }

  /// The name of the type, which is shown by default.
  public mutating func appendInterpolation(
    _ value: @autoclosure @escaping () -> Any.Type, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    append(privacy, isPrivate: false, align: align) { _typeName(value(), qualified: false) }
  }

  public mutating func appendInterpolation(
    _ value: @autoclosure @escaping () -> Any.Type, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto, attributes: String
  ) {
    append(privacy, isPrivate: false, align: align) { _typeName(value(), qualified: false) }
  }

  public mutating func appendInterpolation(
    _ argumentObject: @autoclosure @escaping () -> NSObject, privacy: OSLogPrivacy = .auto
  ) {
    append(privacy, isPrivate: true) { argumentObject().description }
  }

  public mutating func appendInterpolation(
    _ argumentObject: @autoclosure @escaping () -> NSObject, privacy: OSLogPrivacy = .auto,
    attributes: String
  ) {
    append(privacy, isPrivate: true) { argumentObject().description }
  }

  public mutating func appendInterpolation(
    _ argumentObject: @autoclosure @escaping () -> NSObject?, privacy: OSLogPrivacy = .auto,
    attributes: String = ""
  ) {
    append(privacy, isPrivate: true) { argumentObject()?.description ?? "(null)" }
  }

  @_disfavoredOverload
  public mutating func appendInterpolation(
    _ error: @autoclosure @escaping () -> any Error, privacy: OSLogPrivacy = .auto,
    attributes: String = ""
  ) {
    append(privacy, isPrivate: true) { describe(error()) }
  }

  @_disfavoredOverload
  public mutating func appendInterpolation(
    _ error: @autoclosure @escaping () -> (any Error)?, privacy: OSLogPrivacy = .auto,
    attributes: String = ""
  ) {
    append(privacy, isPrivate: true) { error().map(describe) ?? "(null)" }
  }
}

/// Returns the description of the error's `NSError`, which for an error of Swift is its own.
private func describe(_ error: any Error) -> String {
  if let error = error as? any _BridgedStoredNSError { return error._nsError.description }
  return String(describing: error)
}

// MARK: Numbers, Booleans and memory

extension OSLogInterpolation {
  public mutating func appendInterpolation<T>(
    _ number: @autoclosure @escaping () -> T, format: OSLogIntegerFormatting = .decimal,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) where T: FixedWidthInteger {
    append(privacy, isPrivate: false, align: align) { format.text(number()) }
  }

  public mutating func appendInterpolation<T>(
    _ number: @autoclosure @escaping () -> T, format: OSLogIntegerFormatting = .decimal,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto, attributes: String
  ) where T: FixedWidthInteger {
    append(privacy, isPrivate: false, align: align) { format.text(number()) }
  }

  /// An integer literal is an `Int`.
  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> Int, format: OSLogIntegerFormatting = .decimal,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) {
    append(privacy, isPrivate: false, align: align) { format.text(number()) }
  }

  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> Int32, format: OSLogInt32ExtendedFormat,
    privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy, isPrivate: false) { format.text(number()) }
  }

  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> Int, format: OSLogIntExtendedFormat,
    privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy, isPrivate: false) { format.text(number()) }
  }

  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> Float, format: OSLogFloatFormatting = .fixed,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy, isPrivate: false, align: align) { format.text(Double(number())) }
  }

  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> Double, format: OSLogFloatFormatting = .fixed,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy, isPrivate: false, align: align) { format.text(number()) }
  }

  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> CGFloat, format: OSLogFloatFormatting = .fixed,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy, isPrivate: false, align: align) { format.text(Double(number())) }
  }

  public mutating func appendInterpolation(
    _ boolean: @autoclosure @escaping () -> Bool, format: OSLogBoolFormat = .truth,
    privacy: OSLogPrivacy = .auto
  ) {
    append(privacy, isPrivate: false) { format.text(boolean()) }
  }

  public mutating func appendInterpolation(
    _ pointer: @autoclosure @escaping () -> UnsafeRawBufferPointer,
    format: OSLogPointerFormat = .none,
    privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy, isPrivate: true) { format.text(pointer()) }
  }

  public mutating func appendInterpolation(
    _ pointer: @autoclosure @escaping () -> UnsafeRawPointer,
    bytes: @autoclosure @escaping () -> Int,
    format: OSLogPointerFormat = .none, privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    append(privacy, isPrivate: true) {
      format.text(UnsafeRawBufferPointer(start: pointer(), count: bytes()))
    }
  }
}

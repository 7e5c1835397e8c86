@_exported import Foundation

/// A type of data, such as a text or an image.
///
/// The types that are known are those of Apple's list "System-declared uniform type identifiers"; an
/// unknown extension or MIME type makes a dynamic type.
public struct UTType: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The identifier, such as `public.jpeg`.
  public let identifier: String

  private init(known identifier: String) { self.identifier = identifier }

  /// Returns the declared type with this identifier; nil if there is none.
  public init?(_ identifier: String) {
    guard Declaration.of(identifier) != nil || identifier.hasPrefix("dyn.") else { return nil }
    self.identifier = identifier
  }

  /// Returns a type that the app imports. Here its only supertype is the given one or `data`.
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.identifier = identifier
  }

  /// Returns a type that the app exports. Here its only supertype is the given one or `data`.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.identifier = identifier
  }

  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    self.init(
      tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
  }

  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
  }

  /// Returns the first declared type with a tag; a dynamic type if there is none.
  public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
    guard !tag.isEmpty else { return nil }
    let known = Self.types(tag: tag, tagClass: tagClass, conformingTo: supertype)
    self = known.first ?? Self.dynamic(tag, tagClass, supertype)
  }

  /// The declared types with a tag.
  public static func types(
    tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?
  ) -> [UTType] {
    let tag = tag.lowercased()
    return Declaration.all.filter { $0.tags(tagClass).contains(tag) }
      .map { UTType(known: $0.identifier) }
      .filter { supertype == nil || $0.conforms(to: supertype!) }
  }

  static func declared(_ identifier: String) -> UTType { UTType(known: identifier) }

  private static func dynamic(_ tag: String, _ tagClass: UTTagClass, _ parent: UTType?) -> UTType {
    let text = "\(tagClass.rawValue)=\(tag.lowercased()):\(parent?.identifier ?? "")"
    let encoded = text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
    return UTType(known: "dyn.a" + encoded.joined())
  }

  /// The text of a dynamic type's identifier: tag class, tag and supertype.
  private var dynamicParts: (tagClass: String, tag: String, parent: String)? {
    guard identifier.hasPrefix("dyn.a") else { return nil }
    let digits = Array(identifier.dropFirst(5))
    let bytes = stride(from: 0, to: digits.count - 1, by: 2)
      .compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let equals = text.firstIndex(of: "="), let colon = text.lastIndex(of: ":") else {
      return nil
    }
    return (
      String(text[..<equals]), String(text[text.index(after: equals)..<colon]),
      String(text[text.index(after: colon)...])
    )
  }

  // MARK: Properties

  public var preferredFilenameExtension: String? { tags[.filenameExtension]?.first }
  public var preferredMIMEType: String? { tags[.mimeType]?.first }
  public var isDynamic: Bool { identifier.hasPrefix("dyn.") }
  public var isDeclared: Bool { Declaration.of(identifier) != nil }
  public var isPublic: Bool { identifier.hasPrefix("public.") }
  public var description: String { identifier }

  /// The extensions and the MIME types, the preferred ones first.
  public var tags: [UTTagClass: [String]] {
    if let parts = dynamicParts {
      return [UTTagClass(rawValue: parts.tagClass): [parts.tag]]
    }
    guard let declaration = Declaration.of(identifier) else { return [:] }
    return [.filenameExtension: declaration.extensions, .mimeType: declaration.mimeTypes]
      .filter { !$0.value.isEmpty }
  }

  // MARK: Conformance

  /// All types that this type conforms to, without itself.
  public var supertypes: Set<UTType> {
    var result: Set<UTType> = []
    var open = parents
    while let next = open.popLast() {
      if result.insert(next).inserted { open += next.parents }
    }
    return result
  }

  private var parents: [UTType] {
    if let parts = dynamicParts {
      return parts.parent.isEmpty ? [] : [UTType(known: parts.parent)]
    }
    return Declaration.of(identifier)?.parents.map(UTType.init(known:)) ?? [.data]
  }

  /// Returns whether this is the type or one of its subtypes.
  public func conforms(to type: UTType) -> Bool { self == type || isSubtype(of: type) }
  public func isSubtype(of type: UTType) -> Bool { supertypes.contains(type) }
  public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }
}

/// A kind of tag of a type.
public struct UTTagClass: RawRepresentable, Hashable, Sendable, Codable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")
  public static let mimeType = UTTagClass(rawValue: "public.mime-type")
}

extension URL {
  public mutating func appendPathExtension(for contentType: UTType) {
    if let preferred = contentType.preferredFilenameExtension { appendPathExtension(preferred) }
  }

  public func appendingPathExtension(for contentType: UTType) -> URL {
    contentType.preferredFilenameExtension.map { appendingPathExtension($0) } ?? self
  }

  /// Appends a name, with the preferred extension of the type unless the name has one of its extensions.
  public mutating func appendPathComponent(
    _ partialName: String, conformingTo contentType: UTType
  ) { self = appendingPathComponent(partialName, conformingTo: contentType) }

  /// As `appendPathComponent(_:conformingTo:)`, as a new URL.
  public func appendingPathComponent(
    _ partialName: String, conformingTo contentType: UTType
  ) -> URL {
    let url = appendingPathComponent(partialName)
    let hasExtension =
      UTType(filenameExtension: url.pathExtension, conformingTo: contentType)?
      .conforms(to: contentType) == true
    return hasExtension && !url.pathExtension.isEmpty
      ? url : url.appendingPathExtension(for: contentType)
  }
}

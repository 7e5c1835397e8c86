import Foundation

/// The annotations in the format of GitLab's code quality report, which a merge request shows at its lines.
public struct CodeQualityReport {
  private struct Entry: Encodable {
    struct Lines: Encodable { var begin: Int }
    struct Location: Encodable {
      var path: String
      var lines: Lines
    }
    var description: String
    var check_name: String
    var fingerprint: String
    var severity: String
    var location: Location
  }

  private let entries: [Entry]

  /// - Parameter annotations: those without a place in the repository are left out, because the format needs one.
  public init(_ annotations: [Annotation], _ paths: SourcePaths) {
    var seen: [String: Int] = [:]
    entries = annotations.compactMap { annotation in
      guard let place = annotation.place, let path = paths.relative(place.path) else { return nil }
      // The line is not part of the identity, so that a change above it does not make a new entry.
      let identity = "\(annotation.title)\n\(annotation.text)\n\(path)"
      seen[identity, default: 0] += 1
      return Entry(
        description: "\(annotation.title): \(annotation.text.prefix(Annotation.textMax))",
        check_name: "yoban", fingerprint: Self.fingerprint("\(identity)\n\(seen[identity]!)"),
        severity: annotation.level.severity,
        location: .init(path: path, lines: .init(begin: place.line)))
    }
  }

  public func write() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(entries) + [0x0A]
  }

  /// FNV-1a of 64 bits: equal texts have equal fingerprints in all runs.
  private static func fingerprint(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Annotation.Level {
  fileprivate var severity: String {
    switch self {
    case .error: "critical"
    case .warning: "minor"
    case .notice: "info"
    }
  }
}

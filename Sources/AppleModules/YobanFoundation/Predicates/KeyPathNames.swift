extension AnyKeyPath {
  /// The names of the properties, such as `maker.name`.
  package var nameInFoundation: String {
    KeyPathNames.names(in: "\(self)", root: "\(type(of: self).rootType)")
  }
}

/// The names of the properties of a key path.
enum KeyPathNames {
  /// The names of properties that are not stored, by how Swift prints them: as the address of the getter.
  private static let computed: [String: String] = Dictionary(
    PortedClasses.modules.flatMap(PortedMethods.files).flatMap { file in
      file.keyPaths.map { path, name in
        (components(of: "\(path)", root: "\(type(of: path).rootType)").last ?? name, name)
      }
    }
  ) { first, _ in first }

  static func names(in text: String, root: String) -> String {
    components(of: text, root: root).map { computed[$0] ?? $0 }.joined(separator: ".")
  }

  /// The components of a printed path: of `\Car.maker?.name` or `\Car.maker?.<computed 0x5607 (Optional<String>)>`, for
  /// example.
  static func components(of text: String, root: String) -> [String] {
    var rest = text.dropFirst(text.hasPrefix("\\\(root)") ? root.count + 1 : 1)
    var components: [String] = []
    while !rest.isEmpty {
      let end: Substring.Index
      if rest.hasPrefix("<"), let close = rest.firstRange(of: /\)>(?=$|[.?!])/) {
        end = close.upperBound
      } else {
        end = rest.firstIndex { ".?!".contains($0) } ?? rest.endIndex
      }
      if end > rest.startIndex { components.append(String(rest[..<end])) }
      rest = rest[end...].drop { ".?!".contains($0) }
    }
    return components
  }
}

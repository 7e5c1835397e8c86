import Foundation

/// The texts of a `.stringsdict` file, each for many things: "%d records", not "%d record".
///
/// Foundation on Linux ends the process when it reads such a file, so a bundle gets the texts in a `.strings` file.
struct PluralTexts {
  /// The formats by their keys.
  private(set) var formats: [String: String] = [:]

  /// - Parameter data: a property list; another file has no texts.
  init(_ data: Data) {
    let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
    for (key, value) in list as? [String: Any] ?? [:] {
      guard let entry = value as? [String: Any],
        let format = entry["NSStringLocalizedFormatKey"] as? String
      else { continue }
      formats[key] = Self.text(format, entry, depth: 0)
    }
  }

  /// Replaces `%#@name@` by the text of the variable. A variable can have others in its text.
  private static func text(_ format: String, _ entry: [String: Any], depth: Int) -> String {
    guard depth < 8 else { return format }
    return format.replacing(/%(?:\d+\$)?#@(.+?)@/) { match in
      let variable = entry[String(match.1)] as? [String: Any]
      let other = variable?["other"] as? String ?? variable?["one"] as? String ?? ""
      return text(other, entry, depth: depth + 1)
    }
  }

  /// Adds the texts to those of a `.strings` file, whose own ones of the same keys are replaced, as on a device.
  ///
  /// - Throws: a Foundation error if the file cannot be written.
  func add(to file: URL) throws {
    var texts: [String: Any] = [:]
    if let data = try? Data(contentsOf: file),
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
    {
      texts = list as? [String: Any] ?? [:]
    }
    texts.merge(formats) { $1 }
    try PropertyListSerialization.data(fromPropertyList: texts, format: .xml, options: 0)
      .write(to: file)
  }
}

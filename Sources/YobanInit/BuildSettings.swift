import Foundation

/// The build settings of a target: levels that inherit from each other, as in Xcode.
///
/// Order of the levels, from the lowest: Xcode's defaults, the project's xcconfig file, the project, the
/// target's xcconfig file, the target.
struct BuildSettings: Sendable {
  /// The condition of a key such as `NAME[sdk=iphoneos*]` is compared with these values.
  var conditions: [String: String]
  private var levels: [[String: String]]

  init(defaults: [String: String], conditions: [String: String] = [:]) {
    self.conditions = conditions
    levels = [defaults]
  }

  /// Adds the settings of a higher level. Of conditional keys, only those that apply are added; they win
  /// against the same key without a condition.
  mutating func add(_ settings: [String: String]) {
    var level: [String: String] = [:]
    for (key, value) in settings.sorted(by: { ($0.key.count, $0.key) < ($1.key.count, $1.key) }) {
      if let name = applicableName(key) { level[name] = value }
    }
    levels.append(level)
  }

  private func applicableName(_ key: String) -> String? {
    guard let bracket = key.firstIndex(of: "[") else { return key }
    for condition in key[bracket...].split(whereSeparator: { "[],".contains($0) }) {
      let parts = condition.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let value = conditions[parts[0]] else { return nil }
      let applies =
        parts[1].hasSuffix("*") ? value.hasPrefix(parts[1].dropLast()) : value == parts[1]
      guard applies else { return nil }
    }
    return String(key[..<bracket])
  }

  /// The value of a setting with all references expanded; nil if no level has it.
  subscript(_ name: String) -> String? { value(name, below: levels.count, visited: []) }

  /// The words of a setting, with quotes removed.
  func words(_ name: String) -> [String] { Self.words(in: self[name] ?? "") }

  func isOn(_ name: String) -> Bool { self[name]?.uppercased() == "YES" }

  /// The names of all settings, sorted.
  var names: [String] { Set(levels.flatMap(\.keys)).sorted() }

  /// Replaces references such as `$(NAME)`, `${NAME}` and `$(NAME:rfc1034identifier)`. A setting that
  /// does not exist is replaced by nothing, as in Xcode.
  func expand(_ text: String) -> String {
    expand(text, of: nil, below: levels.count, visited: [])
  }

  private func value(_ name: String, below level: Int, visited: Set<String>) -> String? {
    guard let index = levels[..<level].lastIndex(where: { $0[name] != nil }),
      let text = levels[index][name]
    else { return nil }
    return expand(text, of: name, below: index, visited: visited)
  }

  /// - Parameters:
  ///   - setting: the setting whose value is expanded; `$(inherited)` is its value in the levels below.
  ///   - visited: the settings that are being expanded, which prevents endless recursion.
  private func expand(
    _ text: String, of setting: String?, below level: Int, visited: Set<String>
  ) -> String {
    var result = ""
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      rest = rest[dollar...]
      guard let reference = Self.reference(in: rest) else {
        result += "$"
        rest = rest.dropFirst()
        continue
      }
      rest = rest[reference.end...]
      var parts = expand(reference.content, of: setting, below: level, visited: visited)
        .split(separator: ":", omittingEmptySubsequences: false).map(String.init)[...]
      let name = parts.popFirst() ?? ""
      var value: String?
      if let setting, name == "inherited" || name == setting {
        value = self.value(setting, below: level, visited: visited)
      } else if !visited.contains(name) {
        value = self.value(name, below: levels.count, visited: visited.union([name]))
      }
      for modifier in parts { value = Self.apply(modifier, to: value) }
      result += value ?? ""
    }
    return result + rest
  }

  /// The reference at the start of a text, which may contain other references.
  private static func reference(in text: Substring) -> (content: String, end: String.Index)? {
    let start = text.index(after: text.startIndex)
    guard start < text.endIndex, let close = ["(": ")", "{": "}"][text[start]] as Character? else {
      return nil
    }
    var depth = 0
    for index in text.indices[start...] {
      if text[index] == text[start] { depth += 1 }
      if text[index] == close { depth -= 1 }
      if depth == 0 {
        return (String(text[text.index(after: start)..<index]), text.index(after: index))
      }
    }
    return nil
  }

  private static func apply(_ modifier: String, to value: String?) -> String? {
    if modifier.hasPrefix("default=") {
      return value?.isEmpty == false ? value : String(modifier.dropFirst("default=".count))
    }
    guard let value else { return nil }
    return switch modifier {
    case "lower": value.lowercased()
    case "upper": value.uppercased()
    case "rfc1034identifier": value.replacing(/[^A-Za-z0-9.\-]/, with: "-")
    case "c99extidentifier", "identifier": Self.identifier(value)
    default: value
    }
  }

  /// The name of a module for a product's name: every character that an identifier cannot have becomes
  /// an underscore.
  static func identifier(_ name: String) -> String {
    let text = String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    return text.first?.isNumber == true ? "_\(text.dropFirst())" : text
  }

  static func words(in text: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in text {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return words
  }
}

/// A file with build settings, as Xcode's projects refer to it.
enum XCConfig {
  /// Reads a file and the files that it includes.
  ///
  /// - Parameter read: returns the text of a file, or nil if it cannot be read; the second value tells whether it may
  ///   be missing.
  static func settings(
    of file: URL, isOptional: Bool = false, visited: Set<String> = [],
    read: (URL, Bool) -> String?
  ) -> [String: String] {
    guard !visited.contains(file.path), let text = read(file, isOptional) else { return [:] }
    var settings: [String: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      let statement = withoutComment(line).trimmingCharacters(in: .whitespaces)
      if let match = statement.wholeMatch(of: /#include(\?)?\s*"(.*)"/) {
        let included = URL(
          fileURLWithPath: String(match.2), relativeTo: file.deletingLastPathComponent())
        let inner = Self.settings(
          of: included, isOptional: match.1 != nil, visited: visited.union([file.path]),
          read: read)
        settings.merge(inner) { $1 }
      } else if let match = statement.wholeMatch(of: /([A-Za-z0-9_]+(?:\[[^\]]*\])*)\s*=\s*(.*)/) {
        settings[String(match.1)] = String(match.2)
      }
    }
    return settings
  }

  /// The line up to `//`, except in the middle of an address, which xcconfig files write as `https:/$()/`.
  private static func withoutComment(_ line: Substring) -> String {
    line.range(of: "//").map { String(line[..<$0.lowerBound]) } ?? String(line)
  }
}

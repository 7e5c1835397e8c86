import Foundation
import YobanSimulatedOS
import YobanVirtualTime

/// The names of calls on files in anchors, such as `file.rename(Documents/state.json)`.
enum CallName {
  /// The beginning of all names. No event of a trace begins so.
  static let prefix = "file."

  /// Returns the name of a call: what it does, and the file in the app's container, without what is random
  /// or changes from run to run. A rename has the new name of the file.
  static func name(_ call: AppSystemCall) -> String {
    let path = call.kind == .rename || call.kind == .link ? call.secondPath ?? "" : call.path
    return "\(prefix)\(verb(call.kind))(\(fileName(path)))"
  }

  /// Returns the name of a file, from its path within the device's disk.
  static func fileName(_ path: String) -> String {
    var parts = path.split(separator: "/")
    // The app's own container: the folder of its bundle identifier, and one that changes with updates.
    if parts.first != "AppGroups" { parts.removeFirst(min(2, parts.count)) }
    let name = parts.map { stable($0) }.joined(separator: "/")
    return name.count <= longest ? name : "…\(name.suffix(longest))"
  }

  private static let longest = 80

  /// A part of a path without numbers and names that were drawn.
  private static func stable(_ part: Substring) -> String {
    // Foundation's temporary file for an atomic write.
    if part.hasPrefix(".dat.nosync") { return "temporary" }
    let part =
      part.count >= uuidLength
      ? part.replacing(#/[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/#, with: "0") : part
    var result = ""
    var word = ""
    func end() {
      result += isDrawn(word) ? "0" : withoutNumbers(word)
      word = ""
    }
    for character in part {
      if character.isLetter || character.isNumber {
        word.append(character)
      } else {
        end()
        result.append(character)
      }
    }
    end()
    return result
  }

  private static let uuidLength = 36

  /// Whether a word looks like a drawn name: digits and letters change more than once.
  private static func isDrawn(_ word: String) -> Bool {
    guard word.count >= 6 else { return false }
    let digits = word.map(\.isNumber)
    return zip(digits, digits.dropFirst()).count { $0 != $1 } > 1
  }

  private static func withoutNumbers(_ word: String) -> String {
    var result = ""
    for character in word {
      guard character.isNumber else {
        result.append(character)
        continue
      }
      if result.last != "0" { result.append("0") }
    }
    return result
  }

  private static func verb(_ kind: SystemCall.Kind) -> String {
    switch kind {
    case .open: "open"
    case .create: "create"
    case .read: "read"
    case .write: "write"
    case .truncate: "truncate"
    case .rename: "rename"
    case .exchange: "exchange"
    case .unlink: "delete"
    case .makeFolder: "make-folder"
    case .removeFolder: "remove-folder"
    case .link: "link"
    case .symlink: "symlink"
    case .synchronize: "sync"
    case .barrier: "barrier"
    case .fullSynchronize: "full-sync"
    case .synchronizeAll: "sync-all"
    case .close: "close"
    case .map: "map"
    case .attributes: "attributes"
    }
  }

  /// Returns the change of a file of the app as an event of the trace; nil for other calls, and for files that
  /// Foundation writes on its own.
  static func change(_ call: AppSystemCall) -> TraceEvent.Kind? {
    let file = fileName(call.path)
    guard !file.hasPrefix("Library/Preferences/") else { return nil }
    switch call.kind {
    case .unlink where !file.hasSuffix("temporary"): return .fileChange("deletes", file)
    case .create where !file.hasSuffix("temporary"): return .fileChange("opens or creates", file)
    case .rename: return .fileChange("writes or renames", fileName(call.secondPath ?? ""))
    default: return nil
    }
  }

  /// The rest of a sentence that begins with the app, such as `renames a file to Documents/state.json`.
  static func words(_ name: String) -> String {
    guard let parts = name.dropFirst(prefix.count).wholeMatch(of: /([a-z-]+)\((.*)\)/)?.output
    else { return name }
    let file = parts.2.isEmpty ? "a file" : parts.2
    return switch parts.1 {
    case "create": "creates \(file)"
    case "write": "writes \(file)"
    case "truncate": "changes the size of \(file)"
    case "rename": "renames a file to \(file)"
    case "exchange": "exchanges \(file) with another file"
    case "delete": "deletes \(file)"
    case "make-folder": "makes the folder \(file)"
    case "remove-folder": "removes the folder \(file)"
    case "link", "symlink": "makes the link \(file)"
    case "sync", "barrier", "full-sync": "synchronizes \(file)"
    case "sync-all": "synchronizes all files"
    case "map": "maps \(file) into its memory"
    default: "makes the call \(parts.1) on \(file)"
    }
  }
}

extension Anchor {
  /// Whether the anchor names a call of an app on a file, and the moment is just before it.
  public var isCall: Bool { event.hasPrefix(CallName.prefix) }
}

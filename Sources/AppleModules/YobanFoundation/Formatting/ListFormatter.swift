import Foundation

/// Joins items to a list, such as `a, b, and c`.
///
/// Sendable as on a device: set its properties before several threads use it.
open class ListFormatter: Formatter, @unchecked Sendable {
  open var locale: Locale! = .current
  /// Makes the text of each item; nil takes its description.
  open var itemFormatter: Formatter?

  open class func localizedString(byJoining strings: [String]) -> String {
    strings.formatted(.list(type: .and))
  }

  open func string(from items: [Any]) -> String? {
    let texts = items.map { item in
      itemFormatter.map { $0.string(for: item) ?? "" } ?? "\(item)"
    }
    return texts.formatted(.list(type: .and).locale(locale ?? .current))
  }

  open override func string(for obj: Any?) -> String? { (obj as? [Any]).flatMap(string(from:)) }
}

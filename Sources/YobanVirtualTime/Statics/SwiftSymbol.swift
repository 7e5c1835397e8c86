import Glibc

/// The symbols of Swift's static and global variables.
enum SwiftSymbol {
  /// The module that declares a variable or a type; nil if it is not a symbol of a module.
  ///
  /// The runtime's own demangler reads the symbol: identifiers are shortened in many ways, such as
  /// `024SimpleBackgroundTransferB5Tests` for `SimpleBackgroundTransferBackgroundTests`.
  static func module(of name: String) -> String? {
    guard name.hasPrefix("$s") else { return nil }
    // The demangler names no module for a token of lazy initialization (`…_Wz`) and for an object that the compiler has
    // laid out (`…_WZTv…`), so it reads the symbol that their variable would have if it were an Int.
    let stem = name.range(of: "_Wz") ?? name.range(of: "_WZ")
    let symbol = stem.map { "\(name[..<$0.lowerBound])SivpZ" } ?? name
    return demangled(symbol).flatMap(module(inDemangled:))
  }

  /// The module in a demangled text, such as `static App.Model.count : Swift.Int`,
  /// `static (extension in App):Swift.String.empty : Swift.String` or `count #1 : Swift.Int in App.run() -> ()`.
  private static func module(inDemangled text: String) -> String? {
    var rest = text[...]
    if text.contains(" #"), let context = contextOfLocal(text) { rest = context }
    for prefix in ["nominal type descriptor for ", "static "] where rest.hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
    }
    let ofExtension = "(extension in "
    let isExtension = rest.hasPrefix(ofExtension)
    if isExtension { rest = rest.dropFirst(ofExtension.count) }
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let end = rest.dropFirst(name.count).first
    return !name.isEmpty && end == (isExtension ? ")" : ".") ? String(name) : nil
  }

  /// The function of a local variable: what follows the last ` in ` that is not in parentheses.
  private static func contextOfLocal(_ text: String) -> Substring? {
    var depth = 0
    var context: Substring?
    var rest = text[...]
    while let character = rest.first {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0, rest.hasPrefix(" in ") { context = rest.dropFirst(4) }
      rest = rest.dropFirst()
    }
    return context
  }

  private static func demangled(_ symbol: String) -> String? {
    guard let text = swiftDemangle(symbol, symbol.utf8.count, nil, nil, 0) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// Whether the symbol is the descriptor of a class, structure or enumeration (`$s…Mn`).
  static func isTypeDescriptor(_ name: UnsafePointer<CChar>) -> Bool {
    let length = strlen(name)
    return length > 4 && strncmp(name, "$s", 2) == 0 && strcmp(name + length - 2, "Mn") == 0
  }

  /// Whether the symbol is a variable's storage (`…vp`, `…vpZ`, with a suffix such as `.0` in
  /// optimized builds), a token of lazy initialization (`…_Wz`), or an object that the compiler has
  /// laid out (`…WZTv…`).
  static func isVariable(_ name: String) -> Bool {
    guard !name.contains("testContentRecord") else { return false }
    let stem = name.firstIndex(of: ".").map { name[..<$0] } ?? name[...]
    return stem.hasSuffix("vp") || stem.hasSuffix("vpZ") || stem.hasSuffix("_Wz")
      || name.contains("WZTv")
  }
}

/// A function of Swift's runtime (`swift/Demangling/Demangle.h`). Returns memory to be freed, or nil.
@_silgen_name("swift_demangle")
private func swiftDemangle(
  _ name: UnsafePointer<CChar>, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?

import Foundation

/// A format of `os_log`: that of C's `printf`, with options in braces, such as `%{public}@`.
struct FormatString {
  /// One conversion of the format.
  struct Conversion {
    var options: [String] = []
    /// The flags, the width and the precision.
    var flags = ""
    /// The length, such as `ll`.
    var length = ""
    var kind: Character = "%"
  }

  private let text: String

  init(_ text: StaticString) { self.text = text.description }

  /// Returns the message.
  func composed(with arguments: [any CVarArg], redacts: Bool) -> String {
    var arguments = arguments[...]
    var rest = Substring(text)
    var result = ""
    while let percent = rest.firstIndex(of: "%") {
      result += rest[..<percent]
      rest = rest[rest.index(after: percent)...]
      let conversion = Self.conversion(&rest)
      if conversion.kind == "%" {
        result += "%"
      } else if conversion.kind == "m" {
        result += String(cString: strerror(errno))
      } else {
        result += conversion.text(&arguments, redacts: redacts)
      }
    }
    return result + rest
  }

  /// Removes the conversion from the beginning of the text, after its percent sign.
  private static func conversion(_ rest: inout Substring) -> Conversion {
    var result = Conversion()
    if rest.first == "{", let end = rest.firstIndex(of: "}") {
      result.options = rest[rest.index(after: rest.startIndex)..<end].split(separator: ",").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      rest = rest[rest.index(after: end)...]
    }
    result.flags = String(rest.prefix { "-+ #0123456789.*'".contains($0) })
    rest = rest.dropFirst(result.flags.count)
    result.length = String(rest.prefix { "hlqjztL".contains($0) })
    rest = rest.dropFirst(result.length.count)
    if let kind = rest.popFirst() { result.kind = kind }
    return result
  }
}

extension FormatString.Conversion {
  /// Returns the text of the next argument, and removes the argument.
  func text(_ arguments: inout ArraySlice<any CVarArg>, redacts: Bool) -> String {
    var flags = flags
    var count: Int?
    while let star = flags.firstIndex(of: "*") {
      guard let number = arguments.popFirst().flatMap(Self.integer) else { return Self.missing }
      count = Int(number)
      flags.replaceSubrange(star...star, with: "\(number)")
    }
    guard let argument = arguments.popFirst() else { return Self.missing }
    let privacy = privacy
    let show = { self.shown(argument, flags, count) }
    return redacts && privacy.isPrivate(byDefault: "@sSPC".contains(kind))
      ? privacy.replacement(of: show) : show()
  }

  /// The text that Apple's log shows for an argument that was not given.
  private static let missing = "<decode: missing data>"

  private var privacy: OSLogPrivacy {
    let mask: OSLogPrivacy.Mask = options.contains("mask.hash") ? .hash : .none
    if options.contains("public") { return .public }
    if options.contains("sensitive") { return .sensitive(mask: mask) }
    return options.contains("private") ? .private(mask: mask) : .auto(mask: mask)
  }

  private func shown(_ argument: any CVarArg, _ flags: String, _ count: Int?) -> String {
    switch kind {
    case "@": return String(describing: argument)
    case "s":
      if Self.isObject(argument) { return String(describing: argument) }
      // A C string is encoded as its address.
      guard let address = argument._cVarArgEncoding.first,
        let pointer = UnsafePointer<CChar>(bitPattern: address)
      else { return "(null)" }
      return String(format: "%\(flags)s", pointer)
    case "P":
      guard let count, !Self.isObject(argument), let address = argument._cVarArgEncoding.first,
        let pointer = UnsafeRawPointer(bitPattern: address)
      else { return Self.missing }
      let format: OSLogPointerFormat =
        options.contains("uuid_t")
        ? .uuid : options.contains("network:in6_addr") ? .ipv6Address : .none
      return format.text(UnsafeRawBufferPointer(start: pointer, count: count))
    default:
      if let number = Self.integer(argument), let special = special(number) { return special }
      if Self.isObject(argument) { return String(describing: argument) }
      return String(format: "%\(flags)\(length)\(kind)", arguments: [argument])
    }
  }

  /// Returns the text of an integer with one of the special formats.
  private func special(_ number: Int64) -> String? {
    for option in options {
      switch option {
      case "bool": return OSLogBoolFormat.truth.text(number != 0)
      case "BOOL": return OSLogBoolFormat.answer.text(number != 0)
      case "time_t": return OSLogIntExtendedFormat.secondsSince1970.text(Int(number))
      case "bytes": return OSLogIntExtendedFormat.byteCount.text(Int(number))
      case "iec-bytes": return OSLogIntExtendedFormat.byteCountIEC.text(Int(number))
      case "bitrate": return OSLogIntExtendedFormat.bitrate.text(Int(number))
      case "iec-bitrate": return OSLogIntExtendedFormat.bitrateIEC.text(Int(number))
      case "errno", "darwin.errno":
        return OSLogInt32ExtendedFormat.darwinErrno.text(Int32(truncatingIfNeeded: number))
      case "darwin.mode":
        return OSLogInt32ExtendedFormat.darwinMode.text(Int32(truncatingIfNeeded: number))
      case "darwin.signal":
        return OSLogInt32ExtendedFormat.darwinSignal.text(Int32(truncatingIfNeeded: number))
      case "network:in_addr":
        return OSLogInt32ExtendedFormat.ipv4Address.text(Int32(truncatingIfNeeded: number))
      default: continue
      }
    }
    return nil
  }

  /// A number is also an `NSObject` after bridging, so the type is asked.
  private static func isObject(_ argument: any CVarArg) -> Bool {
    type(of: argument) is NSObject.Type || argument is String
  }

  private static func integer(_ argument: any CVarArg) -> Int64? {
    (argument as? any FixedWidthInteger).map { Int64(truncatingIfNeeded: $0) }
  }
}

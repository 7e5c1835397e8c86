import CVirtualTime
import Foundation

// Where the standard folders of a process are. The host's Foundation follows the XDG convention;
// a device has Documents, Library and tmp in the app's home.

private func folder(_ directory: FileManager.SearchPathDirectory, of home: String) -> URL? {
  let path: String
  switch directory {
  case .documentDirectory: path = "Documents"
  case .libraryDirectory: path = "Library"
  case .cachesDirectory: path = "Library/Caches"
  case .applicationSupportDirectory: path = "Library/Application Support"
  case .preferencePanesDirectory: path = "Library/PreferencePanes"
  case .userDirectory: return nil
  default: path = "\(directory)"
  }
  return URL(fileURLWithPath: home, isDirectory: true).appending(path: path, directoryHint: .isDirectory)
}

private var simulatedHome: String? {
  vt_current()?.pointee.home.map { String(cString: $0) }
}

extension FileManager {
  /// Has the symbol of Foundation's own method, and so replaces it.
  @_silgen_name("$s20FoundationEssentials11FileManagerC4urls3for2inSayAA3URLVGAC19SearchPathDirectoryO_AC0iJ10DomainMaskVtF")
  public func _urls(for directory: SearchPathDirectory, in mask: SearchPathDomainMask) -> [URL] {
    if let home = simulatedHome {
      return mask.contains(.userDomainMask) ? folder(directory, of: home).map { [$0] } ?? [] : []
    }
    return hostURLs(for: directory, in: mask)
  }

  /// Has the symbol of Foundation's own method, and so replaces it.
  @_silgen_name("$s20FoundationEssentials11FileManagerC3url3for2in14appropriateFor6createAA3URLVAC19SearchPathDirectoryO_AC0lM10DomainMaskVAJSgSbtKF")
  public func _url(
    for directory: SearchPathDirectory, in domain: SearchPathDomainMask, appropriateFor url: URL?, create: Bool
  ) throws -> URL {
    guard let found = _urls(for: directory, in: domain).first else {
      throw CocoaError(.fileReadUnknown)
    }
    if create { try createDirectory(at: found, withIntermediateDirectories: true) }
    return found
  }

  private func hostURLs(for directory: SearchPathDirectory, in mask: SearchPathDomainMask) -> [URL] {
    // The enum's tag in a byte, as Swift passes it.
    let tag = unsafeBitCast(directory, to: UInt8.self)
    let symbol = "$s20FoundationEssentials11FileManagerC4urls3for2inSayAA3URLVGAC19SearchPathDirectoryO_AC0iJ10DomainMaskVtF"
    let array = vt_call_host_folders(
      vt_host_symbol(symbol), tag, UInt(mask.rawValue), Unmanaged.passUnretained(self).toOpaque())!
    defer { Unmanaged<AnyObject>.fromOpaque(array).release() }
    return unsafeBitCast(array, to: [URL].self)
  }
}

import Foundation
import Synchronization

/// An object can be an argument for `%@` in `NSLog` and `String(format:)`, as its description.
extension NSObject: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] {
    [Int(bitPattern: Unmanaged.passUnretained(RecentTexts.kept(description)).toOpaque())]
  }
}

extension NSObject: @retroactive _CVarArgObject {
  public var _cVarArgObject: any CVarArg { NSString(string: description) }
}

/// Keeps the last texts that were given to C code, which reads them before more are made than are kept.
private enum RecentTexts {
  private static let count = 1_024
  private static let texts = Mutex<(next: Int, all: [NSString])>((0, []))

  static func kept(_ text: String) -> NSString {
    let text = NSString(string: text)
    texts.withLock { texts in
      if texts.all.count < count { texts.all.append(text) } else { texts.all[texts.next] = text }
      texts.next = (texts.next + 1) % count
    }
    return text
  }
}

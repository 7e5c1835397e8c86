import CQRCode

/// The modules of a QR code (ISO/IEC 18004), computed by libqrencode.
public struct QRCode: Hashable, Sendable {
  /// The number of modules of a side, without the light border.
  public let size: Int
  private let modules: [Bool]

  /// The width of the light border that a reader needs, in modules.
  public static let border = 4

  /// - Parameter text: at most about 2,300 bytes of UTF-8.
  /// - Throws: `QRCodeError` if the text is empty or too long for a QR code.
  public init(_ text: String) throws(QRCodeError) {
    let bytes = Array(text.utf8)
    // A sixth of the code may be dirty or hidden.
    let code = QRcode_encodeData(Int32(clamping: bytes.count), bytes, 0, QR_ECLEVEL_M)
    guard let code else { throw QRCodeError(byteCount: bytes.count) }
    defer { QRcode_free(code) }
    size = Int(code.pointee.width)
    // The lowest bit of a byte is set for a dark module.
    modules = UnsafeBufferPointer(start: code.pointee.data, count: size * size).map { $0 & 1 == 1 }
  }

  /// Whether a module is dark; the modules outside of the code are light.
  public func isDark(column: Int, row: Int) -> Bool {
    (0..<size).contains(column) && (0..<size).contains(row) && modules[row * size + column]
  }
}

/// A text that cannot be a QR code.
public struct QRCodeError: Error, Hashable, Sendable, CustomStringConvertible {
  public var byteCount: Int

  public var description: String {
    "A text of \(byteCount) bytes cannot be a QR code: use 1 to 2,300 bytes."
  }
}

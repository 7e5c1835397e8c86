// Apple's open source implementation of CryptoKit, under its name.
@_exported import Crypto
@_exported import Foundation

/// The coprocessor for keys, which the simulated devices do not have.
@nonexhaustive public enum SecureEnclave {
  /// False, as in Apple's simulator on a Mac without one.
  public static var isAvailable: Bool { false }
}

extension SymmetricKey {
  /// Draws a new key from the random stream of the simulated process.
  ///
  /// swift-crypto's own initializer fills all memory that it was given, which can be more than the key
  /// needs, so it draws more random numbers in some runs than in others.
  public init(size: SymmetricKeySize) {
    var bytes = [UInt8](repeating: 0, count: size.bitCount / 8)
    arc4random_buf(&bytes, bytes.count)
    self.init(data: bytes)
  }
}

// Apple's open source implementation of CryptoKit, under its name.
@_exported import Crypto
@_exported import Foundation

/// The coprocessor for keys, which the simulated devices do not have.
@nonexhaustive public enum SecureEnclave {
  /// False, as in Apple's simulator on a Mac without one.
  public static var isAvailable: Bool { false }
}

#if YOBAN_ANDROID
  import Crypto
#elseif os(Linux)
  import CYobanCrypto
#else
  import CryptoKit
#endif

/// SHA-256 of bytes that arrive in parts: libcrypto's on Linux, CryptoKit's on Apple's systems, Swift Crypto's on
/// Android.
public struct SHA256Hash: Sendable {
  /// The number of bytes of a hash.
  public static let byteCount = 32

  #if os(Linux) && !YOBAN_ANDROID
    private var state = SHA256_CTX()
  #else
    private var state = SHA256()
  #endif

  /// Creates the hash of no bytes.
  public init() {
    #if os(Linux) && !YOBAN_ANDROID
      SHA256_Init(&state)
    #endif
  }

  /// Adds bytes after all bytes so far.
  public mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { part in
      #if os(Linux) && !YOBAN_ANDROID
        _ = SHA256_Update(&state, part.baseAddress, part.count)
      #else
        state.update(bufferPointer: part)
      #endif
    }
  }

  /// The hash of all bytes so far: 32 bytes. More bytes can be added afterwards.
  public var bytes: [UInt8] {
    #if os(Linux) && !YOBAN_ANDROID
      var final = state
      return [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
        SHA256_Final(buffer.baseAddress, &final)
        count = Self.byteCount
      }
    #else
      return Array(state.finalize())
    #endif
  }

  /// Returns the hash of bytes that are already together.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256Hash()
    hash.add(bytes)
    return hash.bytes
  }
}

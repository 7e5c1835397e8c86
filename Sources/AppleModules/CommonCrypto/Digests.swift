import Crypto

/// A number of bytes.
public typealias CC_LONG = UInt32

public var CC_MD5_DIGEST_LENGTH: Int32 { 16 }
public var CC_SHA1_DIGEST_LENGTH: Int32 { 20 }
public var CC_SHA256_DIGEST_LENGTH: Int32 { 32 }
public var CC_SHA384_DIGEST_LENGTH: Int32 { 48 }
public var CC_SHA512_DIGEST_LENGTH: Int32 { 64 }
public var CC_MD5_BLOCK_BYTES: Int32 { 64 }
public var CC_SHA1_BLOCK_BYTES: Int32 { 64 }
public var CC_SHA256_BLOCK_BYTES: Int32 { 64 }
public var CC_SHA384_BLOCK_BYTES: Int32 { 128 }
public var CC_SHA512_BLOCK_BYTES: Int32 { 128 }

extension HashFunction {
  /// Adds bytes. A nil pointer stands for no bytes.
  mutating func add(_ data: UnsafeRawPointer?, count: Int) {
    update(bufferPointer: UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : count))
  }

  /// Writes the digest to memory of its size.
  static func write(_ digest: some Sequence<UInt8>, to memory: UnsafeMutablePointer<UInt8>) {
    for (i, byte) in digest.enumerated() { memory[i] = byte }
  }

  static func digest(
    _ data: UnsafeRawPointer?, _ count: CC_LONG, _ memory: UnsafeMutablePointer<UInt8>?
  ) -> UnsafeMutablePointer<UInt8>? {
    guard let memory else { return nil }
    var function = Self()
    function.add(data, count: Int(count))
    write(function.finalize(), to: memory)
    return memory
  }
}

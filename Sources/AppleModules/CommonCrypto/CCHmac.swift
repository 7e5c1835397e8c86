import Crypto
import Glibc

public typealias CCHmacAlgorithm = UInt32

public var kCCHmacAlgSHA1: Int { 0 }
public var kCCHmacAlgMD5: Int { 1 }
public var kCCHmacAlgSHA256: Int { 2 }
public var kCCHmacAlgSHA384: Int { 3 }
public var kCCHmacAlgSHA512: Int { 4 }

/// The state of an authentication code that is computed in parts.
public struct CCHmacContext {
  var code: (any AuthenticationCode)?

  public init() {}
}

protocol AuthenticationCode {
  mutating func add(_ bytes: UnsafeRawBufferPointer)
  func finalized() -> [UInt8]
}

extension HMAC: AuthenticationCode {
  mutating func add(_ bytes: UnsafeRawBufferPointer) { update(data: bytes) }
  func finalized() -> [UInt8] { Array(finalize()) }
}

private func code(_ algorithm: CCHmacAlgorithm, _ key: SymmetricKey) -> (any AuthenticationCode)? {
  switch Int(algorithm) {
  case kCCHmacAlgSHA1: HMAC<Insecure.SHA1>(key: key)
  case kCCHmacAlgMD5: HMAC<Insecure.MD5>(key: key)
  case kCCHmacAlgSHA256: HMAC<SHA256>(key: key)
  case kCCHmacAlgSHA384: HMAC<SHA384>(key: key)
  case kCCHmacAlgSHA512: HMAC<SHA512>(key: key)
  default: nil
  }
}

/// Computes the authentication code of the data and writes it to memory of the size of the digest.
///
/// An unknown algorithm writes nothing.
public func CCHmac(
  _ algorithm: CCHmacAlgorithm, _ key: UnsafeRawPointer!, _ keyLength: Int,
  _ data: UnsafeRawPointer!, _ dataLength: Int, _ macOut: UnsafeMutableRawPointer!
) {
  var context = CCHmacContext()
  CCHmacInit(&context, algorithm, key, keyLength)
  CCHmacUpdate(&context, data, dataLength)
  CCHmacFinal(&context, macOut)
}

public func CCHmacInit(
  _ ctx: UnsafeMutablePointer<CCHmacContext>!, _ algorithm: CCHmacAlgorithm,
  _ key: UnsafeRawPointer!, _ keyLength: Int
) {
  let key = UnsafeRawBufferPointer(start: key, count: key == nil ? 0 : keyLength)
  ctx.pointee.code = code(algorithm, SymmetricKey(data: key))
}

public func CCHmacUpdate(
  _ ctx: UnsafeMutablePointer<CCHmacContext>!, _ data: UnsafeRawPointer!, _ dataLength: Int
) {
  ctx.pointee.code?.add(UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : dataLength))
}

public func CCHmacFinal(
  _ ctx: UnsafeMutablePointer<CCHmacContext>!, _ macOut: UnsafeMutableRawPointer!
) {
  guard let bytes = ctx.pointee.code?.finalized() else { return }
  macOut.copyMemory(from: bytes, byteCount: bytes.count)
}

public typealias CCStatus = Int32
public typealias CCRNGStatus = CCStatus
public var kCCSuccess: Int { 0 }
public var kCCParamError: Int { -4300 }

/// Fills memory from the random stream of the simulated process.
public func CCRandomGenerateBytes(_ bytes: UnsafeMutableRawPointer!, _ count: Int) -> CCRNGStatus {
  guard let bytes else { return CCRNGStatus(kCCParamError) }
  arc4random_buf(bytes, count)
  return CCRNGStatus(kCCSuccess)
}

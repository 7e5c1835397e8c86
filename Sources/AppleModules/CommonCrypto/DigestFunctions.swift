import Crypto

// One digest at once, and a digest in parts, for each function.

// MARK: MD5

/// The state of a digest.
public struct CC_MD5_CTX {
  var function = Insecure.MD5()
  public init() {}
}

@discardableResult
public func CC_MD5(
  _ data: UnsafeRawPointer!, _ len: CC_LONG, _ md: UnsafeMutablePointer<UInt8>!
) -> UnsafeMutablePointer<UInt8>! {
  Insecure.MD5.digest(data, len, md)
}

@discardableResult
public func CC_MD5_Init(_ c: UnsafeMutablePointer<CC_MD5_CTX>!) -> Int32 {
  c.pointee.function = Insecure.MD5()
  return 1
}

@discardableResult
public func CC_MD5_Update(
  _ c: UnsafeMutablePointer<CC_MD5_CTX>!, _ data: UnsafeRawPointer!, _ len: CC_LONG
) -> Int32 {
  c.pointee.function.add(data, count: Int(len))
  return 1
}

@discardableResult
public func CC_MD5_Final(
  _ md: UnsafeMutablePointer<UInt8>!, _ c: UnsafeMutablePointer<CC_MD5_CTX>!
) -> Int32 {
  Insecure.MD5.write(c.pointee.function.finalize(), to: md)
  return 1
}

// MARK: SHA1

/// The state of a digest.
public struct CC_SHA1_CTX {
  var function = Insecure.SHA1()
  public init() {}
}

@discardableResult
public func CC_SHA1(
  _ data: UnsafeRawPointer!, _ len: CC_LONG, _ md: UnsafeMutablePointer<UInt8>!
) -> UnsafeMutablePointer<UInt8>! {
  Insecure.SHA1.digest(data, len, md)
}

@discardableResult
public func CC_SHA1_Init(_ c: UnsafeMutablePointer<CC_SHA1_CTX>!) -> Int32 {
  c.pointee.function = Insecure.SHA1()
  return 1
}

@discardableResult
public func CC_SHA1_Update(
  _ c: UnsafeMutablePointer<CC_SHA1_CTX>!, _ data: UnsafeRawPointer!, _ len: CC_LONG
) -> Int32 {
  c.pointee.function.add(data, count: Int(len))
  return 1
}

@discardableResult
public func CC_SHA1_Final(
  _ md: UnsafeMutablePointer<UInt8>!, _ c: UnsafeMutablePointer<CC_SHA1_CTX>!
) -> Int32 {
  Insecure.SHA1.write(c.pointee.function.finalize(), to: md)
  return 1
}

// MARK: SHA256

/// The state of a digest.
public struct CC_SHA256_CTX {
  var function = SHA256()
  public init() {}
}

@discardableResult
public func CC_SHA256(
  _ data: UnsafeRawPointer!, _ len: CC_LONG, _ md: UnsafeMutablePointer<UInt8>!
) -> UnsafeMutablePointer<UInt8>! {
  SHA256.digest(data, len, md)
}

@discardableResult
public func CC_SHA256_Init(_ c: UnsafeMutablePointer<CC_SHA256_CTX>!) -> Int32 {
  c.pointee.function = SHA256()
  return 1
}

@discardableResult
public func CC_SHA256_Update(
  _ c: UnsafeMutablePointer<CC_SHA256_CTX>!, _ data: UnsafeRawPointer!, _ len: CC_LONG
) -> Int32 {
  c.pointee.function.add(data, count: Int(len))
  return 1
}

@discardableResult
public func CC_SHA256_Final(
  _ md: UnsafeMutablePointer<UInt8>!, _ c: UnsafeMutablePointer<CC_SHA256_CTX>!
) -> Int32 {
  SHA256.write(c.pointee.function.finalize(), to: md)
  return 1
}

// MARK: SHA384

@discardableResult
public func CC_SHA384(
  _ data: UnsafeRawPointer!, _ len: CC_LONG, _ md: UnsafeMutablePointer<UInt8>!
) -> UnsafeMutablePointer<UInt8>! {
  SHA384.digest(data, len, md)
}

@discardableResult
public func CC_SHA384_Init(_ c: UnsafeMutablePointer<CC_SHA512_CTX>!) -> Int32 {
  c.pointee.shortFunction = SHA384()
  return 1
}

@discardableResult
public func CC_SHA384_Update(
  _ c: UnsafeMutablePointer<CC_SHA512_CTX>!, _ data: UnsafeRawPointer!, _ len: CC_LONG
) -> Int32 {
  c.pointee.shortFunction.add(data, count: Int(len))
  return 1
}

@discardableResult
public func CC_SHA384_Final(
  _ md: UnsafeMutablePointer<UInt8>!, _ c: UnsafeMutablePointer<CC_SHA512_CTX>!
) -> Int32 {
  SHA384.write(c.pointee.shortFunction.finalize(), to: md)
  return 1
}

// MARK: SHA512

/// The state of a digest.
///
/// `CC_SHA384_Init` and the functions that follow it use the same type.
public struct CC_SHA512_CTX {
  var function = SHA512()
  var shortFunction = SHA384()
  public init() {}
}

@discardableResult
public func CC_SHA512(
  _ data: UnsafeRawPointer!, _ len: CC_LONG, _ md: UnsafeMutablePointer<UInt8>!
) -> UnsafeMutablePointer<UInt8>! {
  SHA512.digest(data, len, md)
}

@discardableResult
public func CC_SHA512_Init(_ c: UnsafeMutablePointer<CC_SHA512_CTX>!) -> Int32 {
  c.pointee.function = SHA512()
  return 1
}

@discardableResult
public func CC_SHA512_Update(
  _ c: UnsafeMutablePointer<CC_SHA512_CTX>!, _ data: UnsafeRawPointer!, _ len: CC_LONG
) -> Int32 {
  c.pointee.function.add(data, count: Int(len))
  return 1
}

@discardableResult
public func CC_SHA512_Final(
  _ md: UnsafeMutablePointer<UInt8>!, _ c: UnsafeMutablePointer<CC_SHA512_CTX>!
) -> Int32 {
  SHA512.write(c.pointee.function.finalize(), to: md)
  return 1
}

/// FNV-1a, the same in every process and on every machine.
public struct StableHash {
  public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  public init() {}
  public init(_ bytes: some Sequence<UInt8>) { add(bytes) }

  public mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }
}

import Glibc

/// The answer of `uname` in a process. Each text has at most 64 bytes of UTF-8; what is longer is cut.
public struct SystemName: Sendable, Hashable {
  /// Such as `Darwin`.
  public var system: String
  /// The name of the device.
  public var node: String
  /// The version of the system, from which `ProcessInfo.operatingSystemVersion` is read.
  public var release: String
  /// The identifier of the model, such as `iPhone13,2`.
  public var machine: String

  public init(system: String, node: String, release: String, machine: String) {
    self.system = system
    self.node = node
    self.release = release
    self.machine = machine
  }
}

/// Fills in the name of the system that the current process runs on. Returns 0 if it has none.
@_cdecl("vt_process_name_of_system")
func vtProcessNameOfSystem(_ name: UnsafeMutableRawPointer) -> Int32 {
  guard let found = Simulation.current?.currentProcess?.systemName else { return 0 }
  let name = name.assumingMemoryBound(to: utsname.self)
  name.pointee = utsname()
  set(&name.pointee.sysname, found.system)
  set(&name.pointee.nodename, found.node)
  set(&name.pointee.release, found.release)
  set(&name.pointee.version, "\(found.system) \(found.release)")
  set(&name.pointee.machine, found.machine)
  return 1
}

/// Copies a text into an array of C, which ends with a zero.
private func set<Field>(_ field: inout Field, _ text: String) {
  withUnsafeMutableBytes(of: &field) { bytes in
    for (index, byte) in text.utf8.prefix(bytes.count - 1).enumerated() { bytes[index] = byte }
  }
}

import CYobanVirtualTime
import Glibc

/// The variables of the executable, as its symbol table names them.
struct ExecutableVariables {
  struct Variable {
    /// The symbol, such as `$s3App7ManagerC6sharedACvpZ`.
    var name: String
    var address: UInt
    var size: Int
    /// The C source file; nil for a symbol that other files can see, and for Swift.
    var file: String?
  }
  /// In the order of their addresses. Empty if the executable has no symbol table.
  private(set) var all: [Variable] = []
  /// The symbols of the descriptors of nominal types that the executable defines.
  private(set) var types: Set<String> = []

  /// Reads the symbol table of the running executable.
  init() {
    guard let file = MappedFile("/proc/self/exe") else { return }
    file.withBytes { read($0, base: UInt(vt_executable_base())) }
    all.sort { ($0.address, $0.size) < ($1.address, $1.size) }
  }

  private mutating func read(_ bytes: UnsafeRawBufferPointer, base: UInt) {
    guard bytes.count > MemoryLayout<Elf64_Ehdr>.size else { return }
    let header = bytes.loadUnaligned(as: Elf64_Ehdr.self)
    func section(_ i: Int) -> Elf64_Shdr {
      bytes.loadUnaligned(
        fromByteOffset: Int(header.e_shoff) + i * Int(header.e_shentsize), as: Elf64_Shdr.self)
    }
    guard
      let table = (0..<Int(header.e_shnum)).lazy.map(section).first(where: {
        $0.sh_type == UInt32(SHT_SYMTAB)
      })
    else { return }
    let names = Int(section(Int(table.sh_link)).sh_offset)
    var file: String?
    for i in 0..<Int(table.sh_size) / MemoryLayout<Elf64_Sym>.size {
      let symbol = bytes.loadUnaligned(
        fromByteOffset: Int(table.sh_offset) + i * MemoryLayout<Elf64_Sym>.size, as: Elf64_Sym.self)
      let name = bytes.baseAddress! + names + Int(symbol.st_name)
      let kind = symbol.st_info & 0xf
      if kind == STT_FILE {
        file = String(cString: name.assumingMemoryBound(to: CChar.self))
        continue
      }
      let text = name.assumingMemoryBound(to: CChar.self)
      if symbol.st_shndx > 0, SwiftSymbol.isTypeDescriptor(text) {
        types.insert(String(cString: text))
        continue
      }
      // Most symbols are Swift's metadata: a String is made only of those that may be a variable.
      if text[0] == char("$"), strstr(text, "vp") == nil, strstr(text, "_Wz") == nil,
        strstr(text, "WZTv") == nil
      {
        continue
      }
      let isLocal = symbol.st_info >> 4 == STB_LOCAL
      guard kind == STT_OBJECT, symbol.st_size > 0, symbol.st_shndx > 0,
        symbol.st_shndx < UInt16(SHN_LORESERVE),
        section(Int(symbol.st_shndx)).sh_flags & UInt64(SHF_WRITE) != 0,
        vt_initial_value(base + UInt(symbol.st_value), 0, nil) != 0
      else { continue }
      all.append(
        Variable(
          name: String(cString: text),
          address: base + UInt(symbol.st_value), size: Int(symbol.st_size),
          file: isLocal ? file : nil))
    }
  }
}

/// Returns an ASCII character as a `char` of C, which is signed on x86-64 and unsigned on arm64.
private func char(_ character: Unicode.Scalar) -> CChar { CChar(UInt8(ascii: character)) }

/// A file in memory, read-only, until the value is released.
private final class MappedFile {
  private let bytes: UnsafeRawBufferPointer

  /// Returns nil if the file cannot be read.
  init?(_ path: String) {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let size = lseek(descriptor, 0, SEEK_END)
    guard size > 0, let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0),
      start != MAP_FAILED
    else { return nil }
    bytes = UnsafeRawBufferPointer(start: start, count: size)
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress!), bytes.count) }

  func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) { body(bytes) }
}

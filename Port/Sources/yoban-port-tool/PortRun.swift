import Foundation
import YobanPorting
import YobanStoryboards

/// Ports the files of a target. Files that did not change since the last run are not parsed again,
/// and outputs that would not change are not written, so that the compiler does not see them as new.
struct PortRun {
  private let job: PortJob
  private let settings: PortSettings

  init(_ job: PortJob) throws {
    self.job = job
    settings = try job.settings()
  }

  func run() throws {
    let key = try settingsKey()
    let old = Cache.read(job.cache, key: key)
    var cache = Cache(key: key)
    var parsed: [String: ParsedSource] = [:]
    var texts: [String: String] = [:]
    for path in job.sources.map(\.path) + job.others {
      let text = try read(path)
      texts[path] = text
      if let entry = old.entries[path], entry.textHash == hash(text) {
        cache.entries[path] = entry
      } else {
        let source = ParsedSource(text, settings: settings)
        parsed[path] = source
        cache.entries[path] = Cache.Entry(textHash: hash(text), index: source.index, ported: nil)
      }
    }
    cache.indexHash = hash(try encode(cache.entries.sorted { $0.key < $1.key }.map(\.value.index)))
    let isIndexUnchanged = cache.indexHash == old.indexHash
    let porter = Porter(
      settings: settings, indexes: cache.entries.sorted { $0.key < $1.key }.map(\.value.index))

    var tables: [String] = []
    var report = Report(root: FileManager.default.currentDirectoryPath)
    for source in job.sources {
      let ported: PortedSource
      if isIndexUnchanged, let known = cache.entries[source.path]?.ported {
        ported = known
      } else {
        let input =
          parsed[source.path] ?? ParsedSource(texts[source.path] ?? "", settings: settings)
        ported = porter.port(input, identifier: identifier(source))
        cache.entries[source.path]?.ported = ported
      }
      if let table = ported.table { tables.append(table) }
      report.add(source.path, ported.diagnostics)
      try write(ported.text(path: source.path), to: source.output)
    }
    for storyboard in job.storyboards { try port(storyboard, &report) }
    for path in job.refused { report.refuse(path) }
    try write(Porter.moduleFile(tables: tables), to: job.moduleFile)
    try write(report.text, to: job.report)
    FileHandle.standardError.write(Data(report.warnings.utf8))
    cache.write(job.cache)
  }

  /// Compiles a storyboard to Swift code.
  private func port(_ storyboard: PortJob.Source, _ report: inout Report) throws {
    let name = URL(fileURLWithPath: storyboard.path).deletingPathExtension().lastPathComponent
    let text = try read(storyboard.path)
    let code: String
    let warnings: [StoryboardWarning]
    do throws(StoryboardError) {
      let compiled = try StoryboardCompiler(name: name, text: text)
      (code, warnings) = (compiled.code, compiled.warnings)
    } catch {
      code = "// \(name).storyboard is left out: \(error.message)\n"
      warnings = [.init(line: error.line, message: "The storyboard is left out. \(error.message)")]
    }
    report.add(
      storyboard.path,
      warnings.map {
        Diagnostic(line: $0.line, column: 1, severity: .warning, message: $0.message)
      })
    try write(code, to: storyboard.output)
  }

  private func identifier(_ source: PortJob.Source) -> String {
    let name = URL(fileURLWithPath: source.output).deletingPathExtension().lastPathComponent
    return String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  private func read(_ path: String) throws -> String {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw UserError("\(path) cannot be read. Correct the sources in \(job.configuration).")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw UserError("\(path) is not UTF-8. Convert it, or exclude it in \(job.configuration).")
    }
    return text
  }

  private func write(_ text: String, to path: String) throws {
    let data = Data(text.utf8)
    if FileManager.default.contents(atPath: path) == data { return }
    try data.write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// The settings and the version of this tool. Ported files of another key are not used.
  private func settingsKey() throws -> String {
    let tool = try FileManager.default.attributesOfItem(atPath: CommandLine.arguments[0])
    return try hash(encode(settings) + "\(tool[.modificationDate] ?? "") \(tool[.size] ?? "")")
  }

  private func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// FNV-1a, the same in every run.
  private func hash(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}

/// The results of the last run.
struct Cache: Codable {
  struct Entry: Codable {
    let textHash: String
    let index: SourceIndex
    var ported: PortedSource?
  }
  let key: String
  var indexHash = ""
  var entries: [String: Entry] = [:]

  init(key: String) { self.key = key }

  /// Returns an empty cache if there is none, or if it was written with other settings.
  static func read(_ path: String, key: String) -> Cache {
    guard let data = FileManager.default.contents(atPath: path),
      let cache = try? JSONDecoder().decode(Cache.self, from: data), cache.key == key
    else { return Cache(key: key) }
    return cache
  }

  /// A cache that cannot be written costs only time.
  func write(_ path: String) {
    try? JSONEncoder().encode(self).write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}

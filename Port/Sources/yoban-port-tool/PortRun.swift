import Foundation
import YobanLeaveOut
import YobanPorting
import YobanXcodeFiles

/// Ports the files of a target. Files that did not change since the last run are not parsed again,
/// and outputs that would not change are not written, so that the compiler does not see them as new.
struct PortRun {
  private let job: PortJob
  private let file: PortFile
  private let settings: PortSettings

  init(_ job: PortJob) throws {
    self.job = job
    file = try job.file()
    settings = try job.settings(of: file)
  }

  func run() throws {
    let key = try settingsKey()
    let old = Cache.read(job.cache, key: key)
    var cache = Cache(key: key)
    var parsed: [String: ParsedSource] = [:]
    var texts: [String: String] = [:]
    var report = Report(root: FileManager.default.currentDirectoryPath)
    for path in (job.sources + job.models).map(\.path) + job.others {
      let text = try sourceText(path, &report)
      texts[path] = text
      if let entry = old.entries[path], entry.textHash == hash(text) {
        cache.entries[path] = entry
      } else {
        let source = ParsedSource(text, settings: settings)
        parsed[path] = source
        cache.entries[path] = Cache.Entry(textHash: hash(text), index: source.index, ported: nil)
      }
    }
    let sources = job.sources + job.models
    let own = Set(sources.map(\.path))
    let entries = cache.entries.sorted { $0.key < $1.key }
    let indexes = entries.filter { own.contains($0.key) }.map(\.value.index)
    let imported = entries.filter { !own.contains($0.key) }.map(\.value.index)
    cache.indexHash = hash(try encode([indexes, imported]))
    let isIndexUnchanged = cache.indexHash == old.indexHash
    let porter = Porter(settings: settings, indexes: indexes, others: imported)

    var tables: [String] = []
    var files: [(path: String, ported: PortedSource)] = []
    for source in sources {
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
      files.append((source.path, ported))
    }
    // A member can move into the class of another file, so all texts are put together in each run.
    let moves = MemberMoves(files)
    let models = Set(job.models.map(\.path))
    var outputs = zip(sources, files).map { source, file in
      LeaveOutRun.File(
        output: source.output, original: models.contains(source.path) ? nil : source.path,
        text: moves.text(file.ported, path: source.path),
        lost: file.ported.diagnostics.compactMap(LostCode.init))
    }
    var classes: [String: String] = [:]
    var others: [OtherFile] = []
    for storyboard in job.storyboards {
      let (text, own, lost) = try port(storyboard, &report)
      others.append(OtherFile(path: storyboard.path, lost: lost))
      outputs.append(.init(output: storyboard.output, original: nil, text: text))
      classes.merge(own) { first, _ in first }
    }
    for path in job.refused {
      report.refuse(path)
      others.append(OtherFile(path: path, lost: Report.lost(path)))
    }
    outputs.append(
      .init(
        output: job.moduleFile, original: nil,
        text: Porter.moduleFile(
          tables: tables, skipped: file.skippedPlaces) + assetSymbols(texts.values)))
    try writeWhatCompiles(outputs, classes, others, &cache, old)
    try writeIfChanged(report.text, to: job.report)
    FileHandle.standardError.write(Data(report.warnings.utf8))
    cache.write(job.cache)
  }

  /// Writes the outputs without what does not compile. Does nothing if they are the same as in the last run.
  private func writeWhatCompiles(
    _ outputs: [LeaveOutRun.File], _ storyboardClasses: [String: String], _ others: [OtherFile],
    _ cache: inout Cache, _ old: Cache
  ) throws {
    guard let leaveOut = job.leaveOut else {
      for output in outputs { try writeIfChanged(output.text, to: output.output) }
      return
    }
    let modules = leaveOut.modules.map { module in
      let path = "\(leaveOut.compiler.modules)/\(module.name).swiftmodule"
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return "\(module.name) \(attributes?[.modificationDate] ?? "") \(attributes?[.size] ?? "")"
    }
    let own = leaveOut.ownFiles.map { (try? String(contentsOfFile: $0, encoding: .utf8)) ?? "" }
    let values = file.leftOutValues.sorted { $0.key < $1.key }
      .map { "\($0.key) \($0.value)" }
    let classes = storyboardClasses.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let surroundings = hash(
      cache.key + (own + modules + values + classes).joined(separator: "\n"))
    cache.leaveOutKey = hash(
      surroundings + outputs.map { "\($0.output) \($0.text)" }.joined(separator: "\n")
        + "\(outputs.map(\.lost))\(others)")
    let isThere = (outputs.map(\.output) + [leaveOut.placeholders]).allSatisfy(
      FileManager.default.fileExists)
    if cache.leaveOutKey == old.leaveOutKey, isThere { return }
    var result = try LeaveOutRun(
      job: leaveOut, port: file, storyboardClasses: storyboardClasses, surroundings: surroundings
    ).run(outputs)
    for other in others { result.report.add(other.path, other.lost) }
    for (output, text) in zip(outputs, result.texts) { try writeIfChanged(text, to: output.output) }
    try writeIfChanged(result.placeholders, to: leaveOut.placeholders)
    let folder = URL(fileURLWithPath: job.report).deletingLastPathComponent()
    let page = folder.appending(path: "left-out.html").path
    try writeIfChanged(result.report.html, to: page)
    try writeIfChanged(encode(result.report), to: folder.appending(path: "left-out.json").path)
    FileHandle.standardError.write(Data(result.report.text(page: page).utf8))
    // The module's own file lists the skipped places.
    let texts = zip(outputs, result.texts).filter { $0.0.output != job.moduleFile }.map(\.1)
    for place in file.leftOutPlaces
    where !result.report.hasPiece(at: place)
      && !texts.contains(where: { $0.contains("\"\(place)\"") })
    {
      let warning =
        "warning: \(job.configuration): leftOut names \(place), but nothing is left out there: correct or remove it\n"
      FileHandle.standardError.write(Data(warning.utf8))
    }
  }

  /// The names that Xcode generates for the asset catalogs.
  private func assetSymbols(_ texts: some Sequence<String>) -> String {
    let assets = (job.catalogs ?? []).flatMap { self.assets(in: $0, []) }
    guard !assets.isEmpty else { return "" }
    let extent = file.assetSymbols ?? .resources
    var declared: Set<String> = []
    for text in texts where extent == .extensions {
      for match in text.matches(of: /\b(?:static|class)\s+(?:let|var)\s+`?(\w+)/) {
        declared.insert(String(match.1))
      }
    }
    return AssetSymbols(
      assets, extent: extent, modules: Set(job.modules), declared: declared
    ).text
  }

  private func assets(in folder: String, _ namespace: [String]) -> [AssetSymbols.Asset] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().flatMap { file -> [AssetSymbols.Asset] in
      let path = "\(folder)/\(file)"
      let url = URL(fileURLWithPath: path)
      let name = url.deletingPathExtension().lastPathComponent
      switch url.pathExtension {
      case "colorset": return [.init(.color, name, namespace: namespace)]
      case "imageset": return [.init(.image, name, namespace: namespace)]
      case "":
        let contents = FileManager.default.contents(atPath: "\(path)/Contents.json") ?? Data()
        let object = try? JSONSerialization.jsonObject(with: contents) as? [String: Any]
        let properties = object?["properties"] as? [String: Any]
        let isNamespace = properties?["provides-namespace"] as? Bool == true
        return assets(in: path, namespace + (isNamespace ? [file] : []))
      default: return []
      }
    }
  }

  /// A file that is not in Swift, with what is not compiled of it.
  private struct OtherFile {
    let path: String
    let lost: [LostCode]
  }

  /// Returns a storyboard or a nib as Swift code, the classes that it names, and what is left out of it.
  private func port(
    _ storyboard: PortJob.Source, _ report: inout Report
  ) throws -> (code: String, classes: [String: String], lost: [LostCode]) {
    let file = URL(fileURLWithPath: storyboard.path)
    let name = file.deletingPathExtension().lastPathComponent
    let text = try read(storyboard.path)
    let code: String
    let warnings: [StoryboardWarning]
    var classes: [String: String] = [:]
    do throws(XcodeFileError) {
      let compiled = try StoryboardCompiler(name: name, text: text)
      (code, warnings, classes) = (compiled.code, compiled.warnings, compiled.classes)
    } catch {
      code = "// \(file.lastPathComponent) is left out: \(error.message)\n"
      warnings = [.init(line: error.line, message: "The file is left out. \(error.message)")]
    }
    report.add(
      storyboard.path,
      warnings.map {
        Diagnostic(line: $0.line, column: 1, severity: .warning, message: $0.message)
      })
    let lost = warnings.map {
      LostCode(
        line: $0.line, lastLine: $0.line, kind: "part of a storyboard", reason: $0.message,
        functions: 0)
    }
    return (code, classes, lost)
  }

  private func identifier(_ source: PortJob.Source) -> String {
    let name = URL(fileURLWithPath: source.output).deletingPathExtension().lastPathComponent
    return String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// Returns the text of a source, or the classes that Xcode generates for a model.
  private func sourceText(_ path: String, _ report: inout Report) throws -> String {
    let url = URL(fileURLWithPath: path)
    guard url.pathExtension.hasPrefix("xcdatamodel") else { return try read(path) }
    let name = url.deletingPathExtension().lastPathComponent
    func leaveOut(_ path: String, _ line: Int, _ message: String) -> String {
      report.add(path, [Diagnostic(line: line, column: 1, message: message)])
      return "// \(url.lastPathComponent) is left out: \(message)\n"
    }
    guard let version = DataModelCompiler.currentVersion(of: url) else {
      return leaveOut(
        path, 1, "The model has no version that can be read: open and save it with Xcode.")
    }
    let text = try read(version.path)
    do throws(XcodeFileError) {
      return try DataModelCompiler(name: name, text: text).code
    } catch {
      return leaveOut(version.path, error.line, error.message)
    }
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

  /// The settings and the version of this tool. Ported files of another key are not used.
  private func settingsKey() throws -> String {
    let tool = try FileManager.default.attributesOfItem(atPath: CommandLine.arguments[0])
    // The order in a set is another one in each process.
    let sets = [settings.conditions, settings.modules, settings.missingModules, settings.features]
    var others = settings
    (others.conditions, others.modules, others.missingModules, others.features) = ([], [], [], [])
    return try hash(
      encode(others) + encode(sets.map { $0.sorted() })
        + "\(tool[.modificationDate] ?? "") \(tool[.size] ?? "")")
  }

  private func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func hash(_ text: String) -> String {
    String(StableHash(text.utf8).value, radix: 16)
  }
}

extension LostCode {
  /// Returns nil if the port lost no code there.
  init?(_ diagnostic: Diagnostic) {
    guard let loss = diagnostic.loss else { return nil }
    self.init(
      line: diagnostic.line, lastLine: loss.lastLine, kind: loss.kind.rawValue,
      reason: diagnostic.message, functions: loss.functions)
  }
}

/// Writes a file, unless it has this text, so that a build does not see it as new.
func writeIfChanged(_ text: String, to path: String) throws {
  let data = Data(text.utf8)
  if FileManager.default.contents(atPath: path) == data { return }
  try data.write(to: URL(fileURLWithPath: path), options: .atomic)
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
  /// A hash of everything on which the last search depends.
  var leaveOutKey = ""
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
